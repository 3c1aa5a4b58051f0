; RUN: tollgate run %s --fn f --args <1,1>,<-128,-128>,<1,poison>
; CLAUSE: 'llvm.fshl.*' Intrinsic: each lane has an amount of its own
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b, <2 x i8> %c) {
  %r = call <2 x i8> @llvm.fshl.v2i8(<2 x i8> %a, <2 x i8> %b, <2 x i8> %c)
  ret <2 x i8> %r
}

declare <2 x i8> @llvm.fshl.v2i8(<2 x i8>, <2 x i8>, <2 x i8>)
