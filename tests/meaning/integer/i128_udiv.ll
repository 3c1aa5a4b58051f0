; RUN: tollgate run %s --fn f --args -1,18446744073709551617
; RUN: tollgate run %s --fn f --args -1,3
; RUN: tollgate run %s --fn f --args 5,-1
; CLAUSE: Integer Type: unsigned division of 128 bits
define i128 @f(i128 %a, i128 %b) {
  %r = udiv i128 %a, %b
  ret i128 %r
}
