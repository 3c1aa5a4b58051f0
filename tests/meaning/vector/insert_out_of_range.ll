; RUN: tollgate run %s --fn f --args <5,6>,2,0
; RUN: tollgate run %s --fn f --args <5,6>,poison,1
; RUN: tollgate run %s --fn f --args <5,6>,1,0
; CLAUSE: insertelement: an index out of range makes the whole vector poison
target datalayout = "e"

define i8 @f(<2 x i8> %a, i32 %i, i32 %j) {
  %v = insertelement <2 x i8> %a, i8 9, i32 %i
  %r = extractelement <2 x i8> %v, i32 %j
  ret i8 %r
}
