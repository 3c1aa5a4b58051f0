; RUN: tollgate check %s
; As `unknown/tests_that_nobody_branched_on.ll`, of a number that is never undef.

define i8 @src(i8 noundef %x) {
  %c = icmp slt i8 %x, 1
  br i1 %c, label %low, label %high
low:
  %d = sub i8 %x, %x
  ret i8 %d
high:
  ret i8 1
}

define i8 @tgt(i8 noundef %x) {
  %c = icmp slt i8 %x, 1
  br i1 %c, label %low, label %high
low:
  %d = sub nsw i8 %x, %x
  ret i8 %d
high:
  ret i8 1
}
