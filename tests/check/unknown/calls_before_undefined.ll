; RUN: tollgate check %s
; A source that is undefined in the end must have done what comes before only up to the last call that may not return: what the target does behind that is free, and not invalid. (§2.3)
declare void @strict(i32) nounwind willreturn
declare void @loose(i32)

; All calls are certain to return.
define void @src_strict(i32 %x) {
  call void @strict(i32 1)
  %z = and i32 %x, 0
  %y = udiv i32 3, %z
  call void @strict(i32 %y)
  ret void
}
define void @tgt_strict(i32 %x) {
  call void @strict(i32 2)
  ret void
}

; What comes behind the call that may not return.
define void @src_behind(i32 %x) {
  call void @loose(i32 1)
  call void @strict(i32 2)
  %z = and i32 %x, 0
  %y = udiv i32 3, %z
  call void @strict(i32 %y)
  ret void
}
define void @tgt_behind(i32 %x) {
  call void @loose(i32 1)
  call void @loose(i32 3)
  ret void
}
