; RUN: tollgate run %s --fn f --args <16,16,5>
; RUN: tollgate run %s --fn f --args <2,-3,4>
; RUN: tollgate run %s --fn f --args <0,poison,1>
; CLAUSE: 'llvm.vector.reduce.mul.*' Intrinsic: the product of the lanes modulo 2^n
define i8 @f(<3 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.mul.v3i8(<3 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.mul.v3i8(<3 x i8>)
