; RUN: tollgate check %s
; One lane of eight is wrong, and only if it is the largest number.
define <8 x i16> @src(<8 x i16> %v) {
  %sum = add <8 x i16> %v, splat (i16 1)
  ret <8 x i16> %sum
}
define <8 x i16> @tgt(<8 x i16> %v) {
  %sum = add <8 x i16> %v, splat (i16 1)
  %lane = extractelement <8 x i16> %v, i64 5
  %largest = icmp eq i16 %lane, 32767
  %wrong = insertelement <8 x i16> %sum, i16 32767, i64 5
  %result = select i1 %largest, <8 x i16> %wrong, <8 x i16> %sum
  ret <8 x i16> %result
}
