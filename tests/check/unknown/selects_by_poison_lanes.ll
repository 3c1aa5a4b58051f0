; RUN: tollgate check %s
; A lane of `select` whose condition is poison is poison, whatever the arms are, also where other lanes have undef conditions. The targets
; say the same as the sources with their operands exchanged, so that none of them is invalid. (§2.4)

define <2 x i2> @src1() {
  %c = icmp uge <2 x i2> <i2 poison, i2 1>, undef
  %r = select <2 x i1> %c, <2 x i2> undef, <2 x i2> undef
  ret <2 x i2> %r
}
define <2 x i2> @tgt1() {
  %c = icmp ule <2 x i2> undef, <i2 poison, i2 1>
  %r = select <2 x i1> %c, <2 x i2> undef, <2 x i2> undef
  ret <2 x i2> %r
}

define <2 x i2> @src2(<2 x i2> %x) {
  %c = ashr <2 x i1> <i1 undef, i1 false>, <i1 false, i1 undef>
  %r = select <2 x i1> %c, <2 x i2> %x, <2 x i2> %x
  ret <2 x i2> %r
}
define <2 x i2> @tgt2(<2 x i2> %x) {
  %c = ashr <2 x i1> <i1 undef, i1 false>, <i1 false, i1 undef>
  %d = select <2 x i1> %c, <2 x i1> %c, <2 x i1> %c
  %r = select <2 x i1> %d, <2 x i2> %x, <2 x i2> %x
  ret <2 x i2> %r
}
