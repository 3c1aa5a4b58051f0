; RUN: tollgate check %s
; A call that may touch its arguments only and gets no pointer sees no slot, not even one that was given away. These pairs are right, or may be. (§7.1)
declare void @give(ptr)
declare i32 @numbers(i32) memory(argmem: readwrite)
declare void @outside()
define void @src1() {
  %slot = alloca i32
  call void @give(ptr %slot)
  store i32 7, ptr %slot
  %x = call i32 @numbers(i32 1)
  store i32 8, ptr %slot
  call void @outside()
  ret void
}
define void @tgt1() {
  %slot = alloca i32
  call void @give(ptr %slot)
  %x = call i32 @numbers(i32 1)
  store i32 8, ptr %slot
  call void @outside()
  ret void
}
