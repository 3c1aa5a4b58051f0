; RUN: tollgate check %s
; The outside answers the target as it answers the source. A promise that only the target makes of a call may be broken by that. (§1.1, §4.9)
declare void @ext(ptr)
declare void @quiet() nounwind
declare i32 @number()
declare ptr @pointer()

; @ext writes there.
define void @src1(ptr %p) {
  call void @ext(ptr %p)
  ret void
}
define void @tgt1(ptr %p) {
  call void @ext(ptr readonly %p)
  ret void
}
define i32 @src2(ptr %p) {
  call void @ext(ptr %p)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2(ptr %p) {
  call void @ext(ptr readnone %p)
  %v = load i32, ptr %p
  ret i32 %v
}

; What is returned is not in the range, not defined, null.
define i32 @src3() {
  %v = call i32 @number()
  ret i32 %v
}
define i32 @tgt3() {
  %v = call range(i32 0, 10) i32 @number()
  ret i32 %v
}
define i32 @src4() {
  %v = call i32 @number()
  ret i32 7
}
define i32 @tgt4() {
  %v = call noundef i32 @number()
  ret i32 7
}
define i1 @src5() {
  %v = call ptr @pointer()
  %c = icmp eq ptr %v, null
  ret i1 %c
}
define i1 @tgt5() {
  %v = call nonnull ptr @pointer()
  %c = icmp eq ptr %v, null
  ret i1 %c
}

; @ext keeps the slot, and @quiet changes it.
define i32 @src6() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt6() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr nocapture %a)
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @src7() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt7() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  tail call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}

; What is promised besides is kept; what is computed is wrong.
define i32 @src8(i32 %x) {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @tgt8(i32 %x) {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr nonnull align 4 dereferenceable(4) noundef %a)
  %r = sub i32 %x, 1
  ret i32 %r
}
