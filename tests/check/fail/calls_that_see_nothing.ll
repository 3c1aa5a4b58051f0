; RUN: tollgate check %s
; A call that may touch its arguments only and gets no pointer sees no slot, not even one that was given away. These pairs are wrong. (§7.1)
declare void @give(ptr)
declare i32 @pointers(ptr) memory(argmem: readwrite)
declare i32 @anything(i32)
declare void @outside()
define void @src2() {
  %slot = alloca i32
  call void @give(ptr %slot)
  store i32 7, ptr %slot
  %x = call i32 @anything(i32 1)
  store i32 8, ptr %slot
  call void @outside()
  ret void
}
define void @tgt2() {
  %slot = alloca i32
  call void @give(ptr %slot)
  %x = call i32 @anything(i32 1)
  store i32 8, ptr %slot
  call void @outside()
  ret void
}
define void @src3() {
  %slot = alloca i32
  store i32 7, ptr %slot
  %x = call i32 @pointers(ptr %slot)
  store i32 8, ptr %slot
  call void @outside()
  ret void
}
define void @tgt3() {
  %slot = alloca i32
  %x = call i32 @pointers(ptr %slot)
  store i32 8, ptr %slot
  call void @outside()
  ret void
}
