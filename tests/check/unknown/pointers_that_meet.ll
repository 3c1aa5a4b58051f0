; RUN: tollgate check %s --no-refute
; Pointers that may be equal, overlap, or be based on each other. (§6.1, §12.7)
declare void @fp(ptr)
declare ptr @gpp(ptr)
@G = global ptr null
@H = global i32 7
@ua = private unnamed_addr constant i32 1
@ub = private unnamed_addr constant i32 1
@A = global [4 x i8] zeroinitializer
@B = global [4 x i8] zeroinitializer
@al = alias i32, ptr @H

; Noalias param stored to global, then loaded back.
define i32 @src1(ptr noalias %p) {
  store ptr %p, ptr @G
  store i32 1, ptr %p
  %q = load ptr, ptr @G
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt1(ptr noalias %p) {
  store ptr %p, ptr @G
  store i32 1, ptr %p
  %q = load ptr, ptr @G
  store i32 2, ptr %q
  ret i32 1
}

; Noalias param passed, returned pointer may be based on it.
define i32 @src2(ptr noalias %p) {
  store i32 1, ptr %p
  %q = call ptr @gpp(ptr %p)
  store i32 1, ptr %p
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt2(ptr noalias %p) {
  store i32 1, ptr %p
  %q = call ptr @gpp(ptr %p)
  store i32 1, ptr %p
  store i32 2, ptr %q
  ret i32 1
}

; Noalias param via select based pointer.
define i32 @src3(ptr noalias %p, ptr %q, i1 noundef %c) {
  store i32 1, ptr %p
  %s = select i1 %c, ptr %p, ptr %q
  store i32 2, ptr %s
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt3(ptr noalias %p, ptr %q, i1 noundef %c) {
  store i32 1, ptr %p
  %s = select i1 %c, ptr %p, ptr %q
  store i32 2, ptr %s
  ret i32 1
}

; Noalias decides comparison.
define i1 @src4(ptr noalias %p, ptr noalias %q) {
  %c = icmp eq ptr %p, %q
  ret i1 %c
}
define i1 @tgt4(ptr noalias %p, ptr noalias %q) {
  ret i1 false
}

; Noalias with ptrtoint based pointer.
define i32 @src5(ptr noalias %p) {
  store i32 1, ptr %p
  %i = ptrtoint ptr %p to i64
  %q = inttoptr i64 %i to ptr
  store i32 2, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt5(ptr noalias %p) {
  store i32 1, ptr %p
  %i = ptrtoint ptr %p to i64
  %q = inttoptr i64 %i to ptr
  store i32 2, ptr %q
  ret i32 1
}

; The call gets the parameter.
define i32 @src6(ptr noalias %p) {
  store i32 1, ptr %p
  call void @fp(ptr %p)
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt6(ptr noalias %p) {
  store i32 1, ptr %p
  call void @fp(ptr %p)
  ret i32 1
}

; Overlapping by offset.
define i32 @src7(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  store i32 2, ptr %q, align 1
  %v = load i32, ptr %p
  ret i32 %v
}
define i32 @tgt7(ptr %p) {
  store i32 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  store i32 2, ptr %q, align 1
  ret i32 1
}

; Unknown indices.
define i32 @src8(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr i32, ptr %p, i64 %i
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 1, ptr %a
  store i32 2, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt8(ptr %p, i64 %i, i64 %j) {
  %a = getelementptr i32, ptr %p, i64 %i
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 1, ptr %a
  store i32 2, ptr %b
  ret i32 1
}

; Indices that differ by 2^62 are four bytes times 2^62 apart: nothing.
define i32 @src9(ptr %p, i64 %i) {
  %j = add i64 %i, 4611686018427387904
  %a = getelementptr i32, ptr %p, i64 %i
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 1, ptr %a
  store i32 2, ptr %b
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt9(ptr %p, i64 %i) {
  %j = add i64 %i, 4611686018427387904
  %a = getelementptr i32, ptr %p, i64 %i
  %b = getelementptr i32, ptr %p, i64 %j
  store i32 1, ptr %a
  store i32 2, ptr %b
  ret i32 1
}

; Zext index vs sext index.
define ptr @src10(ptr %p, i32 %i) {
  %a = getelementptr i32, ptr %p, i32 %i
  ret ptr %a
}
define ptr @tgt10(ptr %p, i32 %i) {
  %j = zext i32 %i to i64
  %a = getelementptr i32, ptr %p, i64 %j
  ret ptr %a
}

; Unnamed_addr compare.
define i1 @src11() {
  %v = icmp eq ptr @ua, @ub
  ret i1 %v
}
define i1 @tgt11() {
  ret i1 false
}

; Past the end compare.
define i1 @src12() {
  %v = icmp eq ptr getelementptr (i8, ptr @A, i64 4), @B
  ret i1 %v
}
define i1 @tgt12() {
  ret i1 false
}

; Alias and aliasee.
define i32 @src13() {
  store i32 1, ptr @H
  store i32 2, ptr @al
  %v = load i32, ptr @H
  ret i32 %v
}
define i32 @tgt13() {
  store i32 1, ptr @H
  store i32 2, ptr @al
  ret i32 1
}

; P == q return other.
define ptr @src14(ptr noundef %p, ptr noundef %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %t, label %e
t:
  ret ptr %p
e:
  ret ptr null
}
define ptr @tgt14(ptr noundef %p, ptr noundef %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %t, label %e
t:
  ret ptr %q
e:
  ret ptr null
}

; Select p==q p q to q.
define ptr @src15(ptr noundef %p, ptr noundef %q) {
  %c = icmp eq ptr %p, %q
  %r = select i1 %c, ptr %p, ptr %q
  ret ptr %r
}
define ptr @tgt15(ptr noundef %p, ptr noundef %q) {
  ret ptr %q
}

; P == null returns p vs null offset load.
define i32 @src16(ptr noundef %p, ptr noundef %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %t, label %e
t:
  store i32 1, ptr %p
  %v = load i32, ptr %q
  ret i32 %v
e:
  ret i32 1
}
define i32 @tgt16(ptr noundef %p, ptr noundef %q) {
  %c = icmp eq ptr %p, %q
  br i1 %c, label %t, label %e
t:
  store i32 1, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
e:
  ret i32 1
}
