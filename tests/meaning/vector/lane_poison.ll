; RUN: tollgate run %s --fn f --args <255,1>,<1,1>
; RUN: tollgate run %s --fn f --args <1,poison>,<2,3>
; CLAUSE: poison values: vector operations poison lane by lane
target datalayout = "e"

define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = add nuw <2 x i8> %a, %b
  ret <2 x i8> %r
}
