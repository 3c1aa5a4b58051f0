; RUN: tollgate run %s --fn f --args -100000000000000000000000000000,7
; RUN: tollgate run %s --fn f --args 100000000000000000000000000000,-7
; CLAUSE: Integer Type: signed remainder of 128 bits has the sign of the dividend
define i128 @f(i128 %a, i128 %b) {
  %r = srem i128 %a, %b
  ret i128 %r
}
