; RUN: tollgate run %s --fn f --args 16,16
; RUN: tollgate run %s --fn f --args -128,-1
; RUN: tollgate run %s --fn f --args 7,-3
; RUN: tollgate run %s --fn f --args 7,253
; CLAUSE: 'mul' Instruction: without flags the product is taken modulo 2^n, and the sign does not matter
define i8 @f(i8 %a, i8 %b) {
  %r = mul i8 %a, %b
  ret i8 %r
}
