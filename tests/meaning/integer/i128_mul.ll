; RUN: tollgate run %s --fn f --args 18446744073709551615,18446744073709551615
; RUN: tollgate run %s --fn f --args 18446744073709551616,2
; RUN: tollgate run %s --fn f --args 18446744073709551616,18446744073709551616
; CLAUSE: Integer Type: the product of 128 bits carries from the low half into the high one
define i128 @f(i128 %a, i128 %b) {
  %r = mul i128 %a, %b
  ret i128 %r
}
