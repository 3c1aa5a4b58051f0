; RUN: tollgate check %s
; `memory(...)` of the function itself that only the targets have: they break it, by an access of their own or of a function that they call. (§4.9)

@g = global i32 0
declare i32 @get()

define void @src1(ptr %p) {
  store i32 1, ptr %p
  ret void
}
define void @tgt1(ptr %p) memory(read) {
  store i32 1, ptr %p
  ret void
}

define i32 @src2(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2(ptr %p) memory(none) {
  %v = load i32, ptr %p
  ret i32 %v
}

define i32 @src3(ptr %p) {
  %v = call i32 @get()
  ret i32 %v
}
define i32 @tgt3(ptr %p) memory(read) {
  %v = call i32 @get()
  ret i32 %v
}

define void @src4(ptr %p) {
  store i32 1, ptr @g
  ret void
}
define void @tgt4(ptr %p) memory(argmem: readwrite) {
  store i32 1, ptr @g
  ret void
}

define void @src5(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret void
}
define void @tgt5(ptr %p, ptr %q) memory(write) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  ret void
}

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
