; RUN: tollgate check %s --no-refute
; What only the target promises of what it loads from a stack slot is not kept by the source, whether or not other slots of both make such promises. (§4.9)
define i8 @src1(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot
  ret i8 %v
}
define i8 @tgt1(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !noundef !0
  ret i8 %v
}
define i8 @src2(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !noundef !0
  ret i8 %v
}
define i8 @tgt2(i8 %x) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !noundef !0, !range !1
  ret i8 %v
}
define i8 @src3(i8 %x, i8 %y) {
  %slot = alloca i8
  %other = alloca i8
  store i8 %x, ptr %slot
  store i8 %y, ptr %other
  %v = load i8, ptr %slot, !range !1
  %w = load i8, ptr %other
  %r = add i8 %v, %w
  ret i8 %r
}
define i8 @tgt3(i8 %x, i8 %y) {
  %slot = alloca i8
  %other = alloca i8
  store i8 %x, ptr %slot
  store i8 %y, ptr %other
  %v = load i8, ptr %slot
  %w = load i8, ptr %other, !range !1
  %r = add i8 %v, %w
  ret i8 %r
}
define i8 @src4(i8 %x, i1 %c) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  br i1 %c, label %then, label %join
then:
  %v = load i8, ptr %slot, !noundef !0
  br label %join
join:
  ret i8 %x
}
define i8 @tgt4(i8 %x, i1 %c) {
  %slot = alloca i8
  store i8 %x, ptr %slot
  %v = load i8, ptr %slot, !noundef !0
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  ret i8 %x
}
!0 = !{}
!1 = !{i8 0, i8 2}
