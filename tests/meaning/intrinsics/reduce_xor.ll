; RUN: tollgate run %s --fn f --args <12,10,-1>
; CLAUSE: 'llvm.vector.reduce.xor.*' Intrinsic: the exclusive or of the lanes
define i8 @f(<3 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.xor.v3i8(<3 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.xor.v3i8(<3 x i8>)
