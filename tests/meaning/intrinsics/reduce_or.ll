; RUN: tollgate run %s --fn f --args <12,10>
; RUN: tollgate run %s --fn f --args <-1,poison>
; CLAUSE: 'llvm.vector.reduce.or.*' Intrinsic: the disjunction of the lanes
define i8 @f(<2 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.or.v2i8(<2 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.or.v2i8(<2 x i8>)
