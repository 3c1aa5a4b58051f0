; RUN: tollgate check %s --no-refute
; Stack slots whose addresses somebody has come to know, or whose parts were written since. (§6.1)
declare void @use(ptr)
declare void @g()
declare i32 @h()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
; phi of two slots is written, then one is read
define i32 @src1(i1 %c) {
  %a = alloca [2 x i32]
  %b = alloca [2 x i32]
  store i32 1, ptr %a
  store i32 2, ptr %b
  br i1 %c, label %t, label %e
t:
  br label %e
e:
  %p = phi ptr [ %a, %0 ], [ %b, %t ]
  store i32 7, ptr %p
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt1(i1 %c) {
  ret i32 1
}
; escapes in a loop: the second iteration's call may write it
define i32 @src2(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @g()
  %v = load i32, ptr %a
  call void @use(ptr %a)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret i32 %v
}
define i32 @tgt2(i32 %n) {
entry:
  %a = alloca i32
  store i32 1, ptr %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  call void @g()
  call void @use(ptr %a)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %loop, label %out
out:
  ret i32 1
}
; escapes on one path only, then the join
define i32 @src3(i1 %c) {
  %a = alloca i32
  store i32 1, ptr %a
  br i1 %c, label %t, label %e
t:
  call void @use(ptr %a)
  br label %e
e:
  call void @g()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt3(i1 %c) {
  %a = alloca i32
  store i32 1, ptr %a
  br i1 %c, label %t, label %e
t:
  call void @use(ptr %a)
  br label %e
e:
  call void @g()
  ret i32 1
}
; a pointer to it is stored in another slot, and comes back
define i32 @src4() {
  %a = alloca i32
  %s = alloca ptr
  store ptr %a, ptr %s
  store i32 1, ptr %a
  %q = load ptr, ptr %s
  store i32 2, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt4() {
  ret i32 1
}
; as an integer
define i32 @src5(i64 %x) {
  %a = alloca i32
  store i32 1, ptr %a
  %i = ptrtoint ptr %a to i64
  %e = icmp eq i64 %i, %x
  br i1 %e, label %t, label %f
t:
  %q = inttoptr i64 %x to ptr
  store i32 2, ptr %q
  br label %f
f:
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt5(i64 %x) {
  ret i32 1
}
; copied bytes: the pointer in a struct escapes by memcpy
define i32 @src6(ptr %p) {
  %a = alloca i32
  %s = alloca ptr
  store ptr %a, ptr %s
  store i32 1, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %s, i64 8, i1 false)
  call void @g()
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt6(ptr %p) {
  %a = alloca i32
  %s = alloca ptr
  store ptr %a, ptr %s
  store i32 1, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %s, i64 8, i1 false)
  call void @g()
  ret i32 1
}
; byval is read after a call that got it
define i32 @src7(ptr byval(i32) %a) {
  store i32 1, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt7(ptr byval(i32) %a) {
  store i32 1, ptr %a
  call void @use(ptr %a)
  ret i32 1
}
; a store that is dropped though a call in between may read it
define void @src8() {
  %a = alloca i32
  call void @use(ptr %a)
  store i32 1, ptr %a
  call void @g()
  store i32 2, ptr %a
  call void @g()
  ret void
}
define void @tgt8() {
  %a = alloca i32
  call void @use(ptr %a)
  call void @g()
  store i32 2, ptr %a
  call void @g()
  ret void
}
; select of a slot and an argument
define i32 @src9(i1 %c, ptr %p) {
  %a = alloca i32
  store i32 1, ptr %a
  %q = select i1 %c, ptr %a, ptr %p
  store i32 5, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt9(i1 %c, ptr %p) {
  ret i32 1
}
; returned slot address compared / part of aggregate
define i32 @src10(ptr %p) {
  %a = alloca i32
  store i32 1, ptr %a
  %s = insertvalue { ptr, i32 } undef, ptr %a, 0
  %q = extractvalue { ptr, i32 } %s, 0
  store i32 5, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt10(ptr %p) {
  ret i32 1
}
; partial overwrite
define i32 @src11() {
  %a = alloca i32
  store i32 -1, ptr %a
  %q = getelementptr i8, ptr %a, i64 1
  store i8 0, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt11() {
  ret i32 -1
}
; variable index inside the slot
define i32 @src12(i64 %i) {
  %a = alloca [4 x i32]
  store i32 1, ptr %a
  %q = getelementptr [4 x i32], ptr %a, i64 0, i64 %i
  store i32 9, ptr %q
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt12(i64 %i) {
  ret i32 1
}
; loop stores through moving pointer, then first is read
define i32 @src13(i64 %n) {
entry:
  %a = alloca [8 x i32]
  store i32 1, ptr %a
  br label %loop
loop:
  %i = phi i64 [ 7, %entry ], [ %j, %loop ]
  %q = getelementptr [8 x i32], ptr %a, i64 0, i64 %i
  store i32 9, ptr %q
  %j = add i64 %i, -1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %out
out:
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt13(i64 %n) {
  ret i32 1
}
; atomics on a slot
define i32 @src14() {
  %a = alloca i32
  store i32 1, ptr %a
  %o = atomicrmw add ptr %a, i32 3 seq_cst
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt14() {
  ret i32 1
}
; volatile store must stay
define void @src15() {
  %a = alloca i32
  store volatile i32 1, ptr %a
  ret void
}
define void @tgt15() {
  ret void
}
