; Vector operators and every way to write a shuffle mask.
define <4 x i32> @elements(<4 x i32> %v, i32 %x, i64 %i) {
  %1 = extractelement <4 x i32> %v, i32 0
  %2 = extractelement <4 x i32> %v, i64 %i
  %3 = extractelement <4 x i32> <i32 1, i32 2, i32 3, i32 4>, i8 2
  %4 = insertelement <4 x i32> %v, i32 %x, i32 3
  %5 = insertelement <4 x i32> poison, i32 %2, i64 %i
  %6 = insertelement <4 x i32> undef, i32 7, i1 true
  ret <4 x i32> %4
}

define <4 x i32> @shuffles(<4 x i32> %a, <4 x i32> %b) {
  %1 = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> <i32 0, i32 5, i32 2, i32 7>
  %2 = shufflevector <4 x i32> %a, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %3 = shufflevector <4 x i32> %a, <4 x i32> undef, <4 x i32> zeroinitializer
  %4 = shufflevector <4 x i32> %a, <4 x i32> %b, <2 x i32> <i32 undef, i32 1>
  %5 = shufflevector <4 x i32> %a, <4 x i32> %b, <8 x i32> <i32 0, i32 poison, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
  %6 = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> undef
  %7 = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> poison
  %8 = shufflevector <4 x i32> %a, <4 x i32> %b, <1 x i32> <i32 2>
  %9 = shufflevector <4 x i32> %a, <4 x i32> %b, <4 x i32> splat (i32 1)
  ret <4 x i32> %1
}

define <vscale x 4 x i32> @scalable(<vscale x 4 x i32> %v, i32 %x, i64 %i) {
  %1 = extractelement <vscale x 4 x i32> %v, i64 %i
  %2 = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %3 = shufflevector <vscale x 4 x i32> %2, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %4 = shufflevector <vscale x 4 x i32> %v, <vscale x 4 x i32> undef, <vscale x 4 x i32> undef
  %5 = shufflevector <vscale x 4 x i32> %v, <vscale x 4 x i32> %v, <vscale x 4 x i32> poison
  ret <vscale x 4 x i32> %3
}
