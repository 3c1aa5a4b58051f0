; RUN: tollgate run %s --fn f --args <1,2,3,4>,<5,6>
; RUN: tollgate run %s --fn g --args <1,2,3,poison>
; CLAUSE: 'llvm.vector.insert.*' Intrinsic: a shorter vector takes the place of some lanes, and is found there again
define <4 x i8> @f(<4 x i8> %a, <2 x i8> %b) {
  %r = call <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8> %a, <2 x i8> %b, i64 2)
  ret <4 x i8> %r
}

define <2 x i8> @g(<4 x i8> %a) {
  %r = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8> %a, i64 2)
  ret <2 x i8> %r
}

declare <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8>, <2 x i8>, i64 immarg)
declare <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8>, i64 immarg)
