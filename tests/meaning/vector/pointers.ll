; RUN: tollgate run %s --fn f --args <0,3>
; CLAUSE: getelementptr: with a vector of indices gives a vector of pointers
target datalayout = "e"

@g = global [8 x i8] zeroinitializer

define <2 x ptr> @f(<2 x i64> %i) {
  %r = getelementptr i8, ptr @g, <2 x i64> %i
  ret <2 x ptr> %r
}
