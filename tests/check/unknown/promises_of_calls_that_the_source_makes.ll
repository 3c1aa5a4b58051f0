; RUN: tollgate check %s
; Right pairs in which calls do not promise the same: the source promises more, or promises it elsewhere, or of something that is poison. None is `invalid`. (§11b.2)
declare void @ext(ptr)
declare void @reads(ptr readonly)
declare void @quiet() nounwind
declare i32 @number()

define i32 @src1(ptr %p) {
  %v = load i32, ptr %p
  call void @ext(ptr readonly %p)
  ret i32 %v
}
define i32 @tgt1(ptr %p) {
  %v = load i32, ptr %p
  call void @ext(ptr %p)
  ret i32 %v
}
define void @src2(ptr noalias %p) {
  call void @reads(ptr %p)
  ret void
}
define void @tgt2(ptr noalias %p) {
  call void @reads(ptr readonly %p)
  ret void
}
define i32 @src3() {
  %v = call range(i32 0, 10) i32 @number()
  %r = and i32 %v, 15
  ret i32 %r
}
define i32 @tgt3() {
  %v = call i32 @number()
  ret i32 %v
}

; Two calls, of which each side says something of another one: the answers are the source's.
define i32 @src4(ptr noalias %p) {
  store i32 1, ptr %p
  call void @ext(ptr readonly nocapture %p) nounwind
  %v = load i32, ptr %p
  call void @ext(ptr nocapture %p) nounwind
  ret i32 %v
}
define i32 @tgt4(ptr noalias %p) {
  store i32 1, ptr %p
  call void @ext(ptr nocapture %p) nounwind
  call void @ext(ptr nocapture %p) nounwind
  ret i32 1
}

; The source passes poison, which nobody can write to.
define void @src5(ptr %p) {
  call void @ext(ptr poison)
  ret void
}
define void @tgt5(ptr %p) {
  call void @ext(ptr readonly %p)
  ret void
}

; The slot is told to nobody but the first call, which forgets it in both.
define i32 @src6() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr nocapture readonly %a)
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt6() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr nocapture readonly %a)
  tail call void @quiet()
  ret i32 1
}

; Only the source makes a tail call, in which the slot is not changed.
define i32 @src7() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  tail call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt7() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  call void @quiet()
  ret i32 1
}
define i32 @src8() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  tail call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt8() {
  %a = alloca i32
  call void @ext(ptr %a)
  store i32 1, ptr %a
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}

; What only the source promises of the result, and of what it passes.
define i32 @src9() {
  %v = call noundef i32 @number()
  %f = freeze i32 %v
  ret i32 %f
}
define i32 @tgt9() {
  %v = call i32 @number()
  ret i32 %v
}
define i32 @src10() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr nocapture %a)
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt10() {
  %a = alloca i32
  store i32 1, ptr %a
  call void @ext(ptr %a)
  call void @quiet()
  %v = load i32, ptr %a
  ret i32 %v
}
