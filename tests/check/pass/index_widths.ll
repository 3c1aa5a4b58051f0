; RUN: tollgate check %s
; Address arithmetic modulo the width of an index, where that is told. (§11a.3)
target datalayout = "e-p:32:32-p1:64:64:64:32-p2:16:16-p3:128:128:128:64-p9:256:256:256:128"

; Once around is nowhere else.
define i32 @src1(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4294967300
  store i32 1, ptr %q
  %r = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %r
  ret i32 %v
}
define i32 @tgt1(ptr %p) {
  %r = getelementptr i8, ptr %p, i64 4
  store i32 1, ptr %r
  ret i32 1
}

define i32 @src2(ptr addrspace(1) %p) {
  %a = getelementptr i8, ptr addrspace(1) %p, i64 2147483647
  %b = getelementptr i8, ptr addrspace(1) %a, i64 2147483643
  store i32 1, ptr addrspace(1) %p
  store i32 2, ptr addrspace(1) %b, align 1
  %v = load i32, ptr addrspace(1) %p
  ret i32 %v
}
define i32 @tgt2(ptr addrspace(1) %p) {
  %b = getelementptr i8, ptr addrspace(1) %p, i64 -6
  store i32 1, ptr addrspace(1) %p
  store i32 2, ptr addrspace(1) %b, align 1
  ret i32 1
}

define i16 @src3(ptr addrspace(2) %p) {
  %a = getelementptr i8, ptr addrspace(2) %p, i32 32766
  %b = getelementptr i8, ptr addrspace(2) %p, i32 -32768
  store i16 1, ptr addrspace(2) %b, align 1
  store i16 2, ptr addrspace(2) %a, align 1
  %v = load i16, ptr addrspace(2) %b, align 1
  ret i16 %v
}
define i16 @tgt3(ptr addrspace(2) %p) {
  %a = getelementptr i8, ptr addrspace(2) %p, i32 32766
  %b = getelementptr i8, ptr addrspace(2) %p, i32 -32768
  store i16 1, ptr addrspace(2) %b, align 1
  store i16 2, ptr addrspace(2) %a, align 1
  ret i16 1
}

; An index of no more than 64 bits in pointers of 128.
define i32 @src4(ptr addrspace(3) %p) {
  %a = getelementptr inbounds i8, ptr addrspace(3) %p, i64 4
  store i32 1, ptr addrspace(3) %p
  store i32 2, ptr addrspace(3) %a
  %v = load i32, ptr addrspace(3) %p
  ret i32 %v
}
define i32 @tgt4(ptr addrspace(3) %p) {
  %a = getelementptr inbounds i8, ptr addrspace(3) %p, i64 4
  store i32 1, ptr addrspace(3) %p
  store i32 2, ptr addrspace(3) %a
  ret i32 1
}

; Of one of 128 bits nothing is known but that it is the same.
define i32 @src5(ptr addrspace(9) %p) {
  %a = getelementptr i8, ptr addrspace(9) %p, i64 4
  store i32 2, ptr addrspace(9) %a
  %v = load i32, ptr addrspace(9) %a
  ret i32 %v
}
define i32 @tgt5(ptr addrspace(9) %p) {
  %a = getelementptr i8, ptr addrspace(9) %p, i64 4
  store i32 2, ptr addrspace(9) %a
  ret i32 2
}

; Fields, as bytes.
%pair = type { i32, i16 }
define i16 @src6(ptr %p) {
  %a = getelementptr inbounds %pair, ptr %p, i32 1, i32 1
  %v = load i16, ptr %a
  ret i16 %v
}
define i16 @tgt6(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i32 12
  %v = load i16, ptr %a
  ret i16 %v
}
