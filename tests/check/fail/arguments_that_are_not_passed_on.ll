; RUN: tollgate check %s %s.after
; A function with `!callback` may look at what it does not pass on (`unknown/
; arguments_that_are_passed_on.ll`), and one without it at everything. (§11b.2)

declare !callback !0 void @broker(ptr, i32, i32)
declare !callback !2 void @forks(i32, ptr, ...)
declare void @plain(ptr, i32)

define void @cb(i32 %x) {
  ret void
}

define void @f1() {
  call void @broker(ptr @cb, i32 7, i32 9)
  ret void
}

define void @f2() {
  call void (i32, ptr, ...) @forks(i32 2, ptr @cb, i32 7)
  ret void
}

define void @f3() {
  call void @plain(ptr @cb, i32 7)
  ret void
}

!0 = !{!1}
!1 = !{i64 0, i64 1, i1 false}
!2 = !{!3}
!3 = !{i64 1, i64 -1, i64 -1, i1 true}
