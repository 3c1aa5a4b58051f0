; RUN: tollgate run %s --fn f --args <258,1>
; CLAUSE: 'llvm.bswap.*' Intrinsic: the bytes of each lane are reversed, the lanes stay
define <2 x i16> @f(<2 x i16> %a) {
  %r = call <2 x i16> @llvm.bswap.v2i16(<2 x i16> %a)
  ret <2 x i16> %r
}

declare <2 x i16> @llvm.bswap.v2i16(<2 x i16>)
