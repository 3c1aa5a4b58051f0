; RUN: tollgate check %s --no-refute
; Mistakes about memory that one can make in the prover: each of these wrong pairs was `valid` with one planted. (§10.2)
declare void @use(ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare dereferenceable(8) ptr @get()
declare void @put(ptr)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)

define <2 x i32> @src1() {
  %s = alloca [4 x i32], align 16
  call void @use(ptr %s)
  %q = getelementptr i8, ptr %s, i64 4
  %v = load <2 x i32>, ptr %q, align 4
  ret <2 x i32> %v
}
define <2 x i32> @tgt1() {
  %s = alloca [4 x i32], align 16
  call void @use(ptr %s)
  %q = getelementptr i8, ptr %s, i64 4
  %v = load <2 x i32>, ptr %q, align 8
  ret <2 x i32> %v
}

define void @src2(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  %r = getelementptr i8, ptr %q, i64 2
  call void @llvm.memmove.p0.p0.i64(ptr %r, ptr %p, i64 4, i1 false)
  ret void
}
define void @tgt2(ptr %p, ptr %q) {
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  %r = getelementptr i8, ptr %q, i64 2
  call void @llvm.memcpy.p0.p0.i64(ptr %r, ptr %p, i64 4, i1 false)
  ret void
}

define i32 @src3() {
  %s = alloca i32, align 4
  store i32 1, ptr %s, align 4
  %v = load atomic i32, ptr %s seq_cst, align 4
  ret i32 %v
}
define i32 @tgt3() {
  %s = alloca i32, align 4
  store i32 2, ptr %s, align 4
  %v = load atomic i32, ptr %s seq_cst, align 4
  ret i32 %v
}

define i32 @src5(i32 %x) {
  store i32 %x, ptr addrspace(1) null, align 4
  ret i32 %x
}
define i32 @tgt5(i32 %x) {
  ret i32 0
}

define i32 @src6(i1 %c) {
entry:
  %p = call dereferenceable(8) ptr @get()
  call void @put(ptr %p)
  br i1 %c, label %then, label %end
then:
  %v = load i32, ptr %p, align 1
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 0, %entry ]
  ret i32 %r
}
define i32 @tgt6(i1 %c) {
entry:
  %p = call dereferenceable(8) ptr @get()
  call void @put(ptr %p)
  %v = load i32, ptr %p, align 1
  br i1 %c, label %then, label %end
then:
  br label %end
end:
  %r = phi i32 [ %v, %then ], [ 0, %entry ]
  ret i32 %r
}

define i32 @src7(i1 noundef %c, i32 %x) {
  %k = call ptr @llvm.stacksave.p0()
  %s = alloca i32, align 4
  %j = call ptr @llvm.stacksave.p0()
  store i32 %x, ptr %s, align 4
  %r = select i1 %c, ptr %k, ptr %j
  %v = load i32, ptr %s, align 4
  call void @llvm.stackrestore.p0(ptr %r)
  ret i32 %v
}
define i32 @tgt7(i1 noundef %c, i32 %x) {
  %k = call ptr @llvm.stacksave.p0()
  %s = alloca i32, align 4
  %j = call ptr @llvm.stacksave.p0()
  store i32 %x, ptr %s, align 4
  %r = select i1 %c, ptr %k, ptr %j
  call void @llvm.stackrestore.p0(ptr %r)
  %v = load i32, ptr %s, align 4
  ret i32 %v
}

define void @src8(i1 %c, ptr %p, ptr %q) {
  %r = select i1 %c, ptr %p, ptr %q
  store i32 1, ptr %r, align 4
  ret void
}
define void @tgt8(i1 %c, ptr %p, ptr %q) memory(readwrite, argmem: none) {
  %r = select i1 %c, ptr %p, ptr %q
  store i32 1, ptr %r, align 4
  ret void
}

define i32 @src9(ptr %p, ptr %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi i32 [ 0, %entry ], [ %s1, %next ]
  %q = getelementptr i32, ptr %a, i32 %i
  %k = load i32, ptr %q, align 4
  %c = icmp eq i32 %k, 0
  br i1 %c, label %next, label %then
then:
  %v = load i32, ptr %p, align 4
  %t = add i32 %s, %v
  br label %next
next:
  %s1 = phi i32 [ %s, %loop ], [ %t, %then ]
  %i1 = add i32 %i, 1
  %m = icmp ult i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  ret i32 %s1
}
define i32 @tgt9(ptr %p, ptr %a, i32 %n) {
entry:
  %v = load i32, ptr %p, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %s = phi i32 [ 0, %entry ], [ %s1, %next ]
  %q = getelementptr i32, ptr %a, i32 %i
  %k = load i32, ptr %q, align 4
  %c = icmp eq i32 %k, 0
  br i1 %c, label %next, label %then
then:
  %t = add i32 %s, %v
  br label %next
next:
  %s1 = phi i32 [ %s, %loop ], [ %t, %then ]
  %i1 = add i32 %i, 1
  %m = icmp ult i32 %i1, %n
  br i1 %m, label %loop, label %end
end:
  ret i32 %s1
}
