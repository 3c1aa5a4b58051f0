; RUN: tollgate run %s --fn f --args <5,6>,9,0
; RUN: tollgate run %s --fn f --args <poison,6>,9,0
; RUN: tollgate run %s --fn f --args <5,6>,poison,1
; CLAUSE: insertelement: replaces one lane
target datalayout = "e"

define <2 x i8> @f(<2 x i8> %a, i8 %x, i32 %i) {
  %r = insertelement <2 x i8> %a, i8 %x, i32 %i
  ret <2 x i8> %r
}
