; RUN: tollgate run %s --fn f --args <8,0,1>
; CLAUSE: 'llvm.cttz.*' Intrinsic: with the flag the zero lanes are poison
define <3 x i8> @f(<3 x i8> %a) {
  %r = call <3 x i8> @llvm.cttz.v3i8(<3 x i8> %a, i1 true)
  ret <3 x i8> %r
}

declare <3 x i8> @llvm.cttz.v3i8(<3 x i8>, i1)
