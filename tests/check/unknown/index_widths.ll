; RUN: tollgate check %s --no-refute
; Address arithmetic changes as many low bits as an index has, and each address space has its own width. (§11a.3)
target datalayout = "e-p:32:32-p1:64:64:64:32-p2:16:16-p3:128:128:128:64-p4:64:64:64:8"

define i32 @src1(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4294967296
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt1(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 4294967296
  store i32 2, ptr %q
  ret i32 1
}

; Elements of an array, together as many as there are addresses.
define i32 @src2(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr [1073741824 x i32], ptr %p, i64 1
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr [1073741824 x i32], ptr %p, i64 1
  store i32 2, ptr %q
  ret i32 1
}

; The pointer is wider than the index.
define i32 @src3(ptr addrspace(1) %p) {
  %a = getelementptr i8, ptr addrspace(1) %p, i64 2147483647
  %b = getelementptr i8, ptr addrspace(1) %a, i64 2147483647
  store i32 1, ptr addrspace(1) %p
  store i32 2, ptr addrspace(1) %b, align 1
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}
define i32 @tgt3(ptr addrspace(1) %p) {
  %a = getelementptr i8, ptr addrspace(1) %p, i64 2147483647
  %b = getelementptr i8, ptr addrspace(1) %a, i64 2147483647
  store i32 1, ptr addrspace(1) %p
  store i32 2, ptr addrspace(1) %b, align 1
  ret i32 1
}

define i16 @src4(ptr addrspace(2) %p) {
  %a = getelementptr i8, ptr addrspace(2) %p, i32 32767
  %b = getelementptr i8, ptr addrspace(2) %p, i32 -32768
  store i16 1, ptr addrspace(2) %b, align 1
  store i16 2, ptr addrspace(2) %a, align 1
  %v = load i16, ptr addrspace(2) %b, align 1
  ret i16 %v
}
define i16 @tgt4(ptr addrspace(2) %p) {
  %a = getelementptr i8, ptr addrspace(2) %p, i32 32767
  %b = getelementptr i8, ptr addrspace(2) %p, i32 -32768
  store i16 1, ptr addrspace(2) %b, align 1
  store i16 2, ptr addrspace(2) %a, align 1
  ret i16 1
}

; As many bits as a number of the machine, and fewer than a pointer.
define i32 @src5(ptr addrspace(3) %p) {
  %a = getelementptr i8, ptr addrspace(3) %p, i128 18446744073709551616
  store i32 1, ptr addrspace(3) %p
  store i32 2, ptr addrspace(3) %a
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}
define i32 @tgt5(ptr addrspace(3) %p) {
  %a = getelementptr i8, ptr addrspace(3) %p, i128 18446744073709551616
  store i32 1, ptr addrspace(3) %p
  store i32 2, ptr addrspace(3) %a
  ret i32 1
}

; A step that a flag makes poison, because bits of the index are lost, is not one that is fine.
define i8 @src6(ptr %p) {
  %v = load i64, ptr %p, align 1
  ret i8 0
}
define i8 @tgt6(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4294967297
  %v = load i8, ptr %q, align 1
  ret i8 0
}

; Two steps of half the circle each are one in no way that a flag allows.
define ptr @src7(ptr %p) {
  %a = getelementptr nusw i8, ptr %p, i32 2147483647
  %b = getelementptr nusw i8, ptr %a, i32 1
  ret ptr %b
}
define ptr @tgt7(ptr %p) {
  %b = getelementptr nusw i8, ptr %p, i64 2147483648
  ret ptr %b
}

; In a circle of 256 addresses nothing is far away.
define i8 @src8(ptr addrspace(4) %p) {
  %a = getelementptr i8, ptr addrspace(4) %p, i64 255
  store i8 1, ptr addrspace(4) %p
  store i16 0, ptr addrspace(4) %a, align 1
  %v = load i8, ptr addrspace(4) %p
  ret i8 %v
}
define i8 @tgt8(ptr addrspace(4) %p) {
  %a = getelementptr i8, ptr addrspace(4) %p, i64 255
  store i8 1, ptr addrspace(4) %p
  store i16 0, ptr addrspace(4) %a, align 1
  ret i8 1
}
