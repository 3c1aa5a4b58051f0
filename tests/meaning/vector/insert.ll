; RUN: tollgate run %s --fn f --args <1,poison,3>,9,1
; RUN: tollgate run %s --fn f --args <1,2,3>,poison,0
; CLAUSE: 'insertelement' Instruction: replaces one lane, also a poison one
define <3 x i8> @f(<3 x i8> %a, i8 %b, i32 %c) {
  %r = insertelement <3 x i8> %a, i8 %b, i32 %c
  ret <3 x i8> %r
}
