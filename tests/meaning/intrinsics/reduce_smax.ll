; RUN: tollgate run %s --fn f --args <-1,-128,-5>
; CLAUSE: 'llvm.vector.reduce.smax.*' Intrinsic: the largest lane, signed
define i8 @f(<3 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.smax.v3i8(<3 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.smax.v3i8(<3 x i8>)
