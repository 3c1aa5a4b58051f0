; RUN: tollgate check %s
; Near misses: `writable` says nothing of how many bytes, or what is passed can be written.
@k = constant i32 5
@v = global i32 5
define internal void @no_size(ptr writable %p) noinline {
  ret void
}
define internal void @body(ptr writable dereferenceable(4) %p) noinline {
  ret void
}
define internal void @read_only(ptr dereferenceable(4) %p) noinline {
  ret void
}
define void @src1() {
  call void @no_size(ptr @k)
  ret void
}
define void @tgt1() {
  store i32 5, ptr @k
  ret void
}
define i32 @src2() {
  call void @body(ptr @v)
  ret i32 1
}
define i32 @tgt2() {
  ret i32 2
}
define void @src3() {
  call void @read_only(ptr @k)
  ret void
}
define void @tgt3() {
  unreachable
}
; A promise that only the target makes, and breaks.
define void @src4() {
  call void @read_only(ptr @k)
  ret void
}
define void @tgt4() {
  call void @body(ptr @k)
  ret void
}
