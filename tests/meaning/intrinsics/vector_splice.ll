; RUN: tollgate run %s --fn f --args <1,2,3>,<4,5,6>
; RUN: tollgate run %s --fn g --args <1,2,3>,<4,5,6>
; CLAUSE: 'llvm.vector.splice.*' Intrinsic: a window into both vectors; a negative number counts from the end of the first
define <3 x i8> @f(<3 x i8> %a, <3 x i8> %b) {
  %r = call <3 x i8> @llvm.vector.splice.v3i8(<3 x i8> %a, <3 x i8> %b, i32 1)
  ret <3 x i8> %r
}

define <3 x i8> @g(<3 x i8> %a, <3 x i8> %b) {
  %r = call <3 x i8> @llvm.vector.splice.v3i8(<3 x i8> %a, <3 x i8> %b, i32 -1)
  ret <3 x i8> %r
}

declare <3 x i8> @llvm.vector.splice.v3i8(<3 x i8>, <3 x i8>, i32 immarg)
