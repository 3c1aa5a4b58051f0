; RUN: tollgate check %s %s.after
; A function with `!callback` does nothing with what it passes on, and the function that it calls
; back ignores it: a pass may pass anything, and store nothing. (§11b.2)

declare !callback !0 void @broker(ptr, i32)
declare !callback !2 void @forks(i32, ptr, ...)
declare !callback !4 void @with(ptr, ptr)

define internal void @cb(i32 %x) {
  ret void
}

define internal void @cbs(i32 %x, i32 %y) {
  ret void
}

define internal void @cbp(ptr %p) {
  ret void
}

define void @f1() {
  call void @broker(ptr @cb, i32 7)
  ret void
}

define void @f2() {
  call void (i32, ptr, ...) @forks(i32 2, ptr @cbs, i32 7, i32 8)
  ret void
}

define void @f3() {
  %a = alloca i32
  store i32 7, ptr %a
  call void @with(ptr @cbp, ptr %a)
  ret void
}

!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
!2 = !{!3}
!3 = !{i64 1, i64 -1, i64 -1, i1 true}
!4 = !{!5}
!5 = !{i64 0, i64 1, i1 false}
