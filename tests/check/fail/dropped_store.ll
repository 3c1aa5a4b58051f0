; RUN: tollgate check %s
; A store that is overwritten later was seen by the call between them. (§12.6)
declare void @look()
@shared = global i32 0
define void @src(i32 %x) {
  store i32 %x, ptr @shared
  call void @look()
  store i32 0, ptr @shared
  ret void
}
define void @tgt(i32 %x) {
  call void @look()
  store i32 0, ptr @shared
  ret void
}
; A store whose value is never read by anybody here is left to the caller.
define void @src_left_behind(ptr %p, i32 %x) {
  store i32 %x, ptr %p
  ret void
}
define void @tgt_left_behind(ptr %p, i32 %x) {
  ret void
}
