; RUN: tollgate check %s --no-refute
; A value refines one of its own type only. The operands of one operation may have several types:
; what is undef as an `i1` is 0 or -1 when it is extended, and not any number of another width.
; (§2.4, §4.4)
declare void @print(ptr, ...)

define i3 @src_sign(i2 noundef %x) {
  %a = sext i1 undef to i3
  ret i3 %a
}
define i3 @tgt_sign(i2 noundef %x) {
  %a = sext i2 %x to i3
  ret i3 %a
}

define float @src_number(i8 noundef %x) {
  %a = sitofp i1 undef to float
  ret float %a
}
define float @tgt_number(i8 noundef %x) {
  %a = sitofp i8 %x to float
  ret float %a
}

define <2 x i8> @src_lanes(<2 x i4> noundef %x) {
  %a = sext <2 x i1> undef to <2 x i8>
  ret <2 x i8> %a
}
define <2 x i8> @tgt_lanes(<2 x i4> noundef %x) {
  %a = sext <2 x i4> %x to <2 x i8>
  ret <2 x i8> %a
}

; The callee sees how many bytes it was passed.
define void @src_printed(i64 noundef %x) {
  call void (ptr, ...) @print(ptr null, i32 undef)
  ret void
}
define void @tgt_printed(i64 noundef %x) {
  call void (ptr, ...) @print(ptr null, i64 %x)
  ret void
}

define void @src_poison(i64 %x) {
  call void (ptr, ...) @print(ptr null, i32 poison)
  ret void
}
define void @tgt_poison(i64 %x) {
  call void (ptr, ...) @print(ptr null, i64 %x)
  ret void
}

; What the source's `nonnull` makes poison has a type, too: where the callee finds what comes after
; it depends on that.
define void @src_nonnull() {
  call void (ptr, ...) @print(ptr null, ptr nonnull null, i32 1)
  ret void
}
define void @tgt_nonnull() {
  call void (ptr, ...) @print(ptr null, <4 x i64> zeroinitializer, i32 1)
  ret void
}
