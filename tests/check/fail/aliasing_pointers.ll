; RUN: tollgate check %s
; What was stored is forwarded over a store to another pointer, which may be the same. (§12.7)
define i32 @src(ptr %p, ptr %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  %x = load i32, ptr %p
  ret i32 %x
}
define i32 @tgt(ptr %p, ptr %q) {
  store i32 1, ptr %p
  store i32 2, ptr %q
  ret i32 1
}
; They need not be the same to meet: here it takes a distance of four bytes.
define i32 @src_overlapping(ptr %p, ptr %q) {
  store i64 1, ptr %p
  store i32 2, ptr %q
  %high = getelementptr i8, ptr %p, i64 4
  %same = icmp eq ptr %p, %q
  %x = load i32, ptr %high
  %y = select i1 %same, i32 0, i32 %x
  ret i32 %y
}
define i32 @tgt_overlapping(ptr %p, ptr %q) {
  store i64 1, ptr %p
  store i32 2, ptr %q
  ret i32 0
}
