; RUN: tollgate run %s --fn f --args <0,3,5>
; RUN: tollgate run %s --fn f --args <4,poison,1>
; CLAUSE: 'getelementptr' Instruction: a vector of indices gives a vector of addresses, each poison for itself
target datalayout = "e-p:64:64"

@g = global [4 x i16] zeroinitializer

define <3 x ptr> @f(<3 x i64> %i) {
  %r = getelementptr inbounds i16, ptr @g, <3 x i64> %i
  ret <3 x ptr> %r
}
