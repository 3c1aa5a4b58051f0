; RUN: tollgate run %s --fn f --args <100,100,100>
; RUN: tollgate run %s --fn f --args <1,2,poison>
; CLAUSE: 'llvm.vector.reduce.add.*' Intrinsic: the sum of the lanes modulo 2^n; one poison lane makes it poison
define i8 @f(<3 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.add.v3i8(<3 x i8>)
