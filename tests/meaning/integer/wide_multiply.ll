; RUN: tollgate run %s --fn f --args 18446744073709551615,18446744073709551615
; RUN: tollgate run %s --fn f --args 18446744073709551616,2
; CLAUSE: mul: 128 bits carry from the low half into the high one
target datalayout = "e"

define i128 @f(i128 %a, i128 %b) {
  %r = mul i128 %a, %b
  ret i128 %r
}
