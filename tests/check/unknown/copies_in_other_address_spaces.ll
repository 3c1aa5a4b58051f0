; RUN: tollgate check %s --no-refute
; What is copied to or from another address space is no copy that the graph knows: it is neither dropped, nor read from, nor moved. (§11a.3)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memcpy.p0.p1.i64(ptr, ptr addrspace(1), i64, i1)
declare void @llvm.memcpy.p1.p1.i64(ptr addrspace(1), ptr addrspace(1), i64, i1)
declare void @llvm.memmove.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)
declare void @llvm.memset.p1.i64(ptr addrspace(1), i8, i64, i1)

; A copy into it that is dropped.
define void @src1(ptr addrspace(1) %d, ptr %s) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %d, ptr %s, i64 4, i1 false)
  ret void
}
define void @tgt1(ptr addrspace(1) %d, ptr %s) {
  ret void
}

; A copy out of it whose bytes were some before.
define i32 @src2(ptr addrspace(1) %s) {
  %d = alloca i32
  store i32 7, ptr %d
  call void @llvm.memcpy.p0.p1.i64(ptr %d, ptr addrspace(1) %s, i64 4, i1 false)
  %v = load i32, ptr %d
  ret i32 %v
}
define i32 @tgt2(ptr addrspace(1) %s) {
  ret i32 7
}

; A load from where something was copied to is no load from where it came from: the address spaces may be the same memory.
define i32 @src3(ptr addrspace(1) %d, ptr %s, ptr %other) {
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %d, ptr %s, i64 4, i1 false)
  store i32 0, ptr %other
  %v = load i32, ptr addrspace(1) %d
  ret i32 %v
}
define i32 @tgt3(ptr addrspace(1) %d, ptr %s, ptr %other) {
  %v = load i32, ptr %s
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %d, ptr %s, i64 4, i1 false)
  store i32 0, ptr %other
  ret i32 %v
}

; The number 1 of one address space is not that of another: a copy within it is none within this one.
define void @src4(ptr addrspace(1) %d, ptr addrspace(1) %s) {
  call void @llvm.memcpy.p1.p1.i64(ptr addrspace(1) %d, ptr addrspace(1) %s, i64 4, i1 false)
  ret void
}
define void @tgt4(ptr addrspace(1) %d, ptr addrspace(1) %s) {
  %d0 = addrspacecast ptr addrspace(1) %d to ptr
  %s0 = addrspacecast ptr addrspace(1) %s to ptr
  %v = load i32, ptr %s0
  store i32 %v, ptr %d0
  ret void
}

; A store into one space above a copy into the other: they may be the same memory.
define void @src5(ptr addrspace(1) %d, ptr %s, ptr %p) {
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) %d, ptr %s, i64 4, i1 false)
  store i32 1, ptr %p
  ret void
}
define void @tgt5(ptr addrspace(1) %d, ptr %s, ptr %p) {
  store i32 1, ptr %p
  call void @llvm.memmove.p1.p0.i64(ptr addrspace(1) %d, ptr %s, i64 4, i1 false)
  ret void
}

; A value that is known in this address space, across a filling of the other.
define i32 @src6(ptr addrspace(1) %d, ptr %p) {
  store i32 1, ptr %p
  call void @llvm.memset.p1.i64(ptr addrspace(1) %d, i8 9, i64 4, i1 false)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt6(ptr addrspace(1) %d, ptr %p) {
  store i32 1, ptr %p
  call void @llvm.memset.p1.i64(ptr addrspace(1) %d, i8 9, i64 4, i1 false)
  ret i32 1
}
