; RUN: tollgate check %s --no-refute
; A pointer is more than its address. (§12.7)
; Ptr to int to ptr of narrower integer.
define ptr @src1(ptr %p) {
  ret ptr %p
}
define ptr @tgt1(ptr %p) {
  %i = ptrtoint ptr %p to i32
  %q = inttoptr i32 %i to ptr
  ret ptr %q
}

; Pointer to inttoptr ptrtoint.
define ptr @src2(ptr %p) {
  ret ptr %p
}
define ptr @tgt2(ptr %p) {
  %i = ptrtoint ptr %p to i64
  %q = inttoptr i64 %i to ptr
  ret ptr %q
}

; What is at the same address is not the same pointer.
define ptr @src3(ptr %p, ptr %q) {
  ret ptr %p
}
define ptr @tgt3(ptr %p, ptr %q) {
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %d = sub i64 %i, %j
  %r = getelementptr i8, ptr %q, i64 %d
  ret ptr %r
}

; The same the other way.
define ptr @src4(ptr %p, ptr %q) {
  %i = ptrtoint ptr %p to i64
  %j = ptrtoint ptr %q to i64
  %d = sub i64 %i, %j
  %r = getelementptr i8, ptr %q, i64 %d
  ret ptr %r
}
define ptr @tgt4(ptr %p, ptr %q) {
  ret ptr %p
}

; Address space round trip.
define ptr @src5(ptr %p) {
  ret ptr %p
}
define ptr @tgt5(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(1)
  %r = addrspacecast ptr addrspace(1) %q to ptr
  ret ptr %r
}

; Address space round trip dropped.
define ptr @src6(ptr %p) {
  %q = addrspacecast ptr %p to ptr addrspace(1)
  %r = addrspacecast ptr addrspace(1) %q to ptr
  ret ptr %r
}
define ptr @tgt6(ptr %p) {
  ret ptr %p
}

; Null offset escapes: inttoptr to gep null.
define ptr @src7(i64 %x) {
  %p = inttoptr i64 %x to ptr
  ret ptr %p
}
define ptr @tgt7(i64 %x) {
  %p = getelementptr i8, ptr null, i64 %x
  ret ptr %p
}

; Store of pointer through integer.
define void @src8(ptr %p, ptr %q) {
  store ptr %q, ptr %p
  ret void
}
define void @tgt8(ptr %p, ptr %q) {
  %i = ptrtoint ptr %q to i64
  store i64 %i, ptr %p
  ret void
}

; Copy of pointer bytes as integer.
define void @src9(ptr %p, ptr %q) {
  %v = load ptr, ptr %q
  store ptr %v, ptr %p
  ret void
}
define void @tgt9(ptr %p, ptr %q) {
  %v = load i64, ptr %q
  store i64 %v, ptr %p
  ret void
}

; One poison byte spoils the number that it is part of.
define void @src10(ptr %p, ptr %q) {
  %a = load i8, ptr %q
  %q1 = getelementptr i8, ptr %q, i64 1
  %b = load i8, ptr %q1
  store i8 %a, ptr %p
  %p1 = getelementptr i8, ptr %p, i64 1
  store i8 %b, ptr %p1
  ret void
}
define void @tgt10(ptr %p, ptr %q) {
  %a = load i16, ptr %q, align 1
  store i16 %a, ptr %p, align 1
  ret void
}
