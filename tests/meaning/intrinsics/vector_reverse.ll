; RUN: tollgate run %s --fn f --args <1,poison,3>
; RUN: tollgate run %s --fn f --args <1,2,3>
; CLAUSE: 'llvm.vector.reverse.*' Intrinsic: the lanes in reverse order
define <3 x i8> @f(<3 x i8> %v) {
  %r = call <3 x i8> @llvm.vector.reverse.v3i8(<3 x i8> %v)
  ret <3 x i8> %r
}

declare <3 x i8> @llvm.vector.reverse.v3i8(<3 x i8>)
