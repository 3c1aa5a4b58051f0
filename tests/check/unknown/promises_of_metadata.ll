; RUN: tollgate check %s --no-refute
; Metadata that only the target has, or has more of. (§4.9)
declare i32 @gi(i32)

; Range metadata added.
define i32 @src1(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt1(ptr %p) {
  %v = load i32, ptr %p, !range !0
  ret i32 %v
}

; Noundef metadata added.
define i32 @src2(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2(ptr %p) {
  %v = load i32, ptr %p, !noundef !1
  ret i32 %v
}

; Nonnull metadata added.
define ptr @src3(ptr %p) {
  %v = load ptr, ptr %p
  ret ptr %v
}
define ptr @tgt3(ptr %p) {
  %v = load ptr, ptr %p, !nonnull !1
  ret ptr %v
}

; Align metadata added.
define ptr @src4(ptr %p) {
  %v = load ptr, ptr %p
  ret ptr %v
}
define ptr @tgt4(ptr %p) {
  %v = load ptr, ptr %p, !align !2
  ret ptr %v
}

; Dereferenceable metadata added.
define ptr @src5(ptr %p) {
  %v = load ptr, ptr %p
  ret ptr %v
}
define ptr @tgt5(ptr %p) {
  %v = load ptr, ptr %p, !dereferenceable !2
  ret ptr %v
}

; Invariant.load added.
define i32 @src6(ptr %p) {
  %v = load i32, ptr %p
  store i32 1, ptr %p
  ret i32 %v
}
define i32 @tgt6(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !1
  store i32 1, ptr %p
  ret i32 %v
}

; Range narrowed on call result.
define i32 @src7(i32 %x) {
  %v = call i32 @gi(i32 %x)
  ret i32 %v
}
define i32 @tgt7(i32 %x) {
  %v = call range(i32 0, 5) i32 @gi(i32 %x)
  ret i32 %v
}

; A range decides, and decides otherwise.
define i32 @src8(ptr %p) {
  %v = load i32, ptr %p, !range !0
  %c = icmp ult i32 %v, 10
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 1
}
define i32 @tgt8(ptr %p) {
  ret i32 1
}

!0 = !{i32 0, i32 10}
!1 = !{}
!2 = !{i64 8}
