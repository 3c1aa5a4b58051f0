; RUN: tollgate run %s --fn f --args <-1,-128,-5>
; CLAUSE: 'llvm.vector.reduce.umin.*' Intrinsic: the smallest lane, unsigned
define i8 @f(<3 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.umin.v3i8(<3 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.umin.v3i8(<3 x i8>)
