; RUN: tollgate check %s
; An object with an insignificant address may have that of another one: the linker may merge constants, and make a
; variable that nothing writes a constant. None of this is `invalid`, however the addresses are read. (§6.2)
@a = private unnamed_addr constant [4 x i8] c"abc\00"
@b = private unnamed_addr constant [4 x i8] c"abc\00"
@pa = constant [1 x ptr] [ptr @a]
@pb = constant [1 x ptr] [ptr @b]
@unwritten = internal unnamed_addr global [4 x i8] c"abc\00"
declare i32 @memcmp(ptr, ptr, i64)
declare void @observe(i64)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)

define i1 @src1() {
  %x = load i64, ptr @pa
  %y = load i64, ptr @pb
  %c = icmp eq i64 %x, %y
  ret i1 %c
}
define i1 @tgt1() {
  ret i1 true
}

define i1 @src2(ptr %p) {
  store ptr @a, ptr %p
  %x = load i64, ptr %p
  store ptr @b, ptr %p
  %y = load i64, ptr %p
  %c = icmp eq i64 %x, %y
  ret i1 %c
}
define i1 @tgt2(ptr %p) {
  store ptr @b, ptr %p
  ret i1 true
}

define void @src3() {
  %m = alloca ptr
  store ptr @a, ptr %m
  %i = load i64, ptr %m
  call void @observe(i64 %i)
  ret void
}
define void @tgt3() {
  %m = alloca ptr
  store ptr @b, ptr %m
  %i = load i64, ptr %m
  call void @observe(i64 %i)
  ret void
}

define i1 @src4() {
  %c = call i32 @memcmp(ptr @pa, ptr @pb, i64 8)
  %d = icmp eq i32 %c, 0
  ret i1 %d
}
define i1 @tgt4() {
  ret i1 true
}

define i1 @src5() {
  %x = icmp eq ptr @unwritten, @a
  ret i1 %x
}
define i1 @tgt5() {
  ret i1 true
}

define i1 @src6(ptr %q) {
  %old = cmpxchg ptr %q, ptr @a, ptr @b seq_cst seq_cst
  %old2 = cmpxchg ptr %q, ptr @b, ptr @a seq_cst seq_cst
  %s = extractvalue { ptr, i1 } %old2, 1
  ret i1 %s
}
define i1 @tgt6(ptr %q) {
  %old = cmpxchg ptr %q, ptr @a, ptr @b seq_cst seq_cst
  %old2 = cmpxchg ptr %q, ptr @b, ptr @a seq_cst seq_cst
  %s = extractvalue { ptr, i1 } %old, 1
  ret i1 %s
}

define <2 x i1> @src7() {
  %c = icmp eq <2 x ptr> <ptr @a, ptr @b>, <ptr @b, ptr @unwritten>
  ret <2 x i1> %c
}
define <2 x i1> @tgt7() {
  ret <2 x i1> <i1 true, i1 true>
}
