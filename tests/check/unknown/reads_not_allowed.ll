; RUN: tollgate check %s --no-refute

; What is promised to be there may still not be read through a parameter that only writes. (§4.7)
define void @src1(ptr writeonly dereferenceable(4) align 4 %p) {
  ret void
}

define void @tgt1(ptr writeonly dereferenceable(4) align 4 %p) {
  %v = load i32, ptr %p, align 4
  ret void
}

; A function that promises to touch no memory may not read a global.
@G = global i32 0

define void @src2() memory(none) {
  ret void
}

define void @tgt2() memory(none) {
  %v = load i32, ptr @G
  ret void
}

; That the source writes does not say that the target may read.
define void @src3(ptr writeonly %p) {
  store i32 1, ptr %p
  ret void
}

define void @tgt3(ptr writeonly %p) {
  %v = load i32, ptr %p
  store i32 1, ptr %p
  ret void
}

; The call may end the program before the division is reached: it observes, so it is a stop.
declare void @h() willreturn nounwind

define i32 @src4(i32 %a, i32 %b) {
  call void @h()
  %q = udiv i32 %a, %b
  ret i32 %q
}

define i32 @tgt4(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  call void @h()
  ret i32 %q
}

