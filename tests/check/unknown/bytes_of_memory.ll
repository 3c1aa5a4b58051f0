; RUN: tollgate check %s --no-refute
; What is in memory bit by bit: padding, narrow integers, parts of what was stored, copies and fills. (§2.5, §6.1)
declare void @fp(ptr)
declare void @bv(ptr byval(i32))
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; Store i1 for i8.
define void @src1(ptr %p) {
  store i8 1, ptr %p
  ret void
}
define void @tgt1(ptr %p) {
  store i1 true, ptr %p
  ret void
}

; Padding.
define void @src2(ptr %p) {
  store i64 0, ptr %p
  ret void
}
define void @tgt2(ptr %p) {
  store { i8, i32 } zeroinitializer, ptr %p
  ret void
}

; I24 store for i32.
define void @src3(ptr %p) {
  store i32 0, ptr %p
  ret void
}
define void @tgt3(ptr %p) {
  store i24 0, ptr %p, align 4
  ret void
}

; Memmove to memcpy.
define void @src4(ptr %p, ptr %q) {
  call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}
define void @tgt4(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 8, i1 false)
  ret void
}

; Memset partial.
define i32 @src5(ptr %p) {
  store i32 -1, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 2, i1 false)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt5(ptr %p) {
  store i32 -1, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 2, i1 false)
  ret i32 0
}

; Memset unknown size.
define i32 @src6(ptr %p, i64 %n) {
  store i32 -1, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt6(ptr %p, i64 %n) {
  store i32 -1, ptr %p
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)
  ret i32 0
}

; Memset dropped volatile.
define void @src7(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 true)
  ret void
}
define void @tgt7(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  ret void
}

; Memcpy forwarded load after the source changed.
define i32 @src8(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  store i32 5, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt8(ptr noalias %p, ptr noalias %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 4, i1 false)
  store i32 5, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
}

; Byval copy at the call.
define void @src9(ptr %p) {
  store i32 1, ptr %p
  call void @bv(ptr byval(i32) %p)
  ret void
}
define void @tgt9(ptr %p) {
  call void @bv(ptr byval(i32) %p)
  store i32 1, ptr %p
  ret void
}

; Byval copy of dropped store.
define void @src10() {
  %p = alloca i32
  store i32 1, ptr %p
  call void @bv(ptr byval(i32) %p)
  ret void
}
define void @tgt10() {
  %p = alloca i32
  call void @bv(ptr byval(i32) %p)
  ret void
}

; Byval to plain.
define void @src11(ptr %p) {
  call void @bv(ptr byval(i32) %p)
  ret void
}
define void @tgt11(ptr %p) {
  call void @bv(ptr %p)
  ret void
}

; Alloca alignment lowered.
define void @src12() {
  %a = alloca i32, align 16
  call void @fp(ptr align 16 %a)
  ret void
}
define void @tgt12() {
  %a = alloca i32, align 4
  call void @fp(ptr align 16 %a)
  ret void
}

; Alloca smaller.
define void @src13() {
  %a = alloca [2 x i32]
  call void @fp(ptr %a)
  ret void
}
define void @tgt13() {
  %a = alloca i32
  call void @fp(ptr %a)
  ret void
}

; Store speculated.
define void @src14(i1 noundef %c, ptr %p) {
  br i1 %c, label %t, label %e
t:
  store i32 1, ptr %p
  br label %e
e:
  ret void
}
define void @tgt14(i1 noundef %c, ptr %p) {
  %o = load i32, ptr %p
  %v = select i1 %c, i32 1, i32 %o
  store i32 %v, ptr %p
  ret void
}

; Wider load than the source reads.
define i8 @src15(ptr %p) {
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgt15(ptr %p) {
  %w = load i16, ptr %p, align 1
  %v = trunc i16 %w to i8
  ret i8 %v
}

; Two byte stores to one wide one, wrong order.
define void @src16(ptr %p) {
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %q
  ret void
}
define void @tgt16(ptr %p) {
  store i16 258, ptr %p, align 1
  ret void
}
