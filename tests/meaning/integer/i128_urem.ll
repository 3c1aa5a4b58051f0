; RUN: tollgate run %s --fn f --args -1,10
; RUN: tollgate run %s --fn f --args 100000000000000000000000000000,7
; CLAUSE: Integer Type: unsigned remainder of 128 bits
define i128 @f(i128 %a, i128 %b) {
  %r = urem i128 %a, %b
  ret i128 %r
}
