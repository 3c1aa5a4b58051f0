; RUN: tollgate check %s
; Two calls in another order, twice the same call, and one call too few. (§2.2, §3.3)
declare void @first(i32)
declare void @second(i32)
define void @src_order(i32 %x) {
  call void @first(i32 %x)
  call void @second(i32 %x)
  ret void
}
define void @tgt_order(i32 %x) {
  call void @second(i32 %x)
  call void @first(i32 %x)
  ret void
}
define void @src_twice(i32 %x) {
  call void @first(i32 %x)
  ret void
}
define void @tgt_twice(i32 %x) {
  call void @first(i32 %x)
  call void @first(i32 %x)
  ret void
}
define void @src_dropped(i32 %x) {
  call void @first(i32 %x)
  ret void
}
define void @tgt_dropped(i32 %x) {
  ret void
}
