; RUN: tollgate run %s --fn f --args <-1,5,poison>,<1,5,1>
; CLAUSE: 'llvm.scmp.*' Intrinsic: lane by lane
define <3 x i8> @f(<3 x i16> %a, <3 x i16> %b) {
  %r = call <3 x i8> @llvm.scmp.v3i8.v3i16(<3 x i16> %a, <3 x i16> %b)
  ret <3 x i8> %r
}

declare <3 x i8> @llvm.scmp.v3i8.v3i16(<3 x i16>, <3 x i16>)
