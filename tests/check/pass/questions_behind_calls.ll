; RUN: tollgate check --no-refute %s
; The pair of ../unknown/questions_behind_calls.ll with the same memory, and the one without a
; question, of which the memory before the call may be a refinement (§11.20).

declare i32 @g(ptr)
declare void @h()
declare void @llvm.assume(i1)

define i32 @src1(ptr %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr %x, ptr %s
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

; Nothing is asked.
define i32 @src2(ptr %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr poison, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  ret i32 0
}

define i32 @tgt2(ptr %x) {
  %s = alloca ptr
  call i32 @g(ptr %s)
  store ptr %x, ptr %s
  call void @h()
  %l = load ptr, ptr %s
  ret i32 0
}
