; RUN: tollgate check --no-refute %s
; A bundle of an assumption is asked of equal operands (§11.20): behind a call of which the memory
; before it only refines that of the source, what was loaded is no longer the same.

declare i32 @g(ptr)
declare void @h()
declare void @llvm.assume(i1)

; The source asks it of poison, the target of %x.
define i32 @src1(ptr %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr poison, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %l, ptr %x)]
  ret i32 0
}

define i32 @tgt1(ptr %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr %x, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %l, ptr %x)]
  ret i32 0
}

; Of undef.
define i32 @src2(ptr noundef %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr undef, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %l, ptr %x)]
  ret i32 0
}

define i32 @tgt2(ptr noundef %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr %x, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  call void @llvm.assume(i1 true) ["separate_storage"(ptr %l, ptr %x)]
  ret i32 0
}

; Of an address that is poison where it leaves its object.
define i32 @src3(ptr noundef %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  %y = getelementptr inbounds i8, ptr %x, i64 4
  store ptr %y, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  call void @llvm.assume(i1 true) ["cold"(), "separate_storage"(ptr %l, ptr %x)]
  ret i32 0
}

define i32 @tgt3(ptr noundef %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  %y = getelementptr i8, ptr %x, i64 4
  store ptr %y, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  call void @llvm.assume(i1 true) ["cold"(), "separate_storage"(ptr %l, ptr %x)]
  ret i32 0
}
