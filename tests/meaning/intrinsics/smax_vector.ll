; RUN: tollgate run %s --fn f --args <1,poison>,<-1,3>
; CLAUSE: 'llvm.smax.*' Intrinsic: vectors lane by lane
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = call <2 x i8> @llvm.smax.v2i8(<2 x i8> %a, <2 x i8> %b)
  ret <2 x i8> %r
}

declare <2 x i8> @llvm.smax.v2i8(<2 x i8>, <2 x i8>)
