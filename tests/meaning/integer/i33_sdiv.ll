; RUN: tollgate run %s --fn f --args -4294967296,3
; RUN: tollgate run %s --fn f --args 4294967295,-2
; CLAUSE: Integer Type: division of an i33 reads the sign from bit 32
define i33 @f(i33 %a, i33 %b) {
  %r = sdiv i33 %a, %b
  ret i33 %r
}
