; RUN: tollgate run %s --fn f --args <5,6>,1
; RUN: tollgate run %s --fn f --args <5,6>,2
; RUN: tollgate run %s --fn f --args <5,6>,poison
; RUN: tollgate run %s --fn f --args <5,poison>,0
; CLAUSE: extractelement: one lane; an index out of range or poison gives poison
target datalayout = "e"

define i8 @f(<2 x i8> %a, i32 %i) {
  %r = extractelement <2 x i8> %a, i32 %i
  ret i8 %r
}
