; RUN: tollgate check %s --no-refute
; `x < 1` of signed numbers is made of two tests of unsigned ones, neither of which was branched on.
; Where one of them holds `x - x` does not wrap; but each use of an undef `x`, of which the lowest
; bits are known, has an outcome of its own: 0 and -128. (§4.6, §12.1)

define i8 @src(i8 %x) {
  %c = icmp slt i8 %x, 1
  br i1 %c, label %low, label %high
low:
  %d = sub i8 %x, %x
  ret i8 %d
high:
  ret i8 1
}

define i8 @tgt(i8 %x) {
  %c = icmp slt i8 %x, 1
  br i1 %c, label %low, label %high
low:
  %d = sub nsw i8 %x, %x
  ret i8 %d
high:
  ret i8 1
}
