; RUN: tollgate check %s --no-refute
; Unordered atomic accesses are no observations, but they are not made twice, not invented, not torn, and not made again. (§11.17)
@g = global i32 0
@w = global i64 0

; Read twice.
define i32 @src1() {
  %v = load atomic i32, ptr @g unordered, align 4
  %r = add i32 %v, %v
  ret i32 %r
}
define i32 @tgt1() {
  %v = load atomic i32, ptr @g unordered, align 4
  %w = load atomic i32, ptr @g unordered, align 4
  %r = add i32 %v, %w
  ret i32 %r
}

; Invented.
define void @src2() {
  ret void
}
define void @tgt2() {
  %v = load atomic i32, ptr @g unordered, align 4
  store atomic i32 %v, ptr @g unordered, align 4
  ret void
}

; Torn.
define void @src3(i64 %x) {
  store atomic i64 %x, ptr @w unordered, align 8
  ret void
}
define void @tgt3(i64 %x) {
  %low = trunc i64 %x to i32
  %s = lshr i64 %x, 32
  %high = trunc i64 %s to i32
  store atomic i32 %low, ptr @w unordered, align 8
  %p = getelementptr i8, ptr @w, i64 4
  store atomic i32 %high, ptr %p unordered, align 4
  ret void
}

; Made plain.
define void @src4(i64 %x) {
  store atomic i64 %x, ptr @w unordered, align 8
  ret void
}
define void @tgt4(i64 %x) {
  store i64 %x, ptr @w, align 8
  ret void
}

; Read again where the first value is needed.
define i32 @src5(i1 %c) {
  %v = load atomic i32, ptr @g unordered, align 4
  br i1 %c, label %a, label %b
a:
  ret i32 %v
b:
  ret i32 0
}
define i32 @tgt5(i1 %c) {
  %v = load atomic i32, ptr @g unordered, align 4
  br i1 %c, label %a, label %b
a:
  %w = load atomic i32, ptr @g unordered, align 4
  ret i32 %w
b:
  ret i32 0
}

; Stored twice.
define void @src6() {
  store atomic i32 1, ptr @g unordered, align 4
  ret void
}
define void @tgt6() {
  store atomic i32 2, ptr @g unordered, align 4
  store atomic i32 1, ptr @g unordered, align 4
  ret void
}

; A monotonic one is an observation: nothing undefined moves above it that may not be reached.
define i32 @src7(i32 %x) {
  %v = load atomic i32, ptr @g monotonic, align 4
  %d = udiv i32 10, %x
  ret i32 %d
}
define i32 @tgt7(i32 %x) {
  %d = udiv i32 10, %x
  %v = load atomic i32, ptr @g monotonic, align 4
  ret i32 %d
}
