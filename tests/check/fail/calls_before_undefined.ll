; RUN: tollgate check %s
; A source that is undefined in the end must have done what comes before only up to the last call that may not return. (§2.3)
declare void @strict(i32) nounwind willreturn
declare void @loose(i32)

; What comes before it is to be done.
define void @src_before(i32 %x) {
  call void @strict(i32 1)
  call void @loose(i32 2)
  %z = and i32 %x, 0
  %y = udiv i32 3, %z
  call void @strict(i32 %y)
  ret void
}
define void @tgt_before(i32 %x) {
  call void @strict(i32 7)
  call void @loose(i32 2)
  ret void
}

; The call itself is to be made.
define void @src_itself(i32 %x) {
  call void @loose(i32 2)
  %z = and i32 %x, 0
  %y = udiv i32 3, %z
  call void @strict(i32 %y)
  ret void
}
define void @tgt_itself(i32 %x) {
  ret void
}
