; RUN: tollgate check %s --no-refute
; Writes that nobody can see any more: covered in parts, by stores that may meet others in between, on all paths, through loops; to slots that nobody knows yet; zeros that are
; there already. (§12.6)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)
declare void @any()
declare i1 @ask()
declare noalias ptr @new(i64)

; The back of a fill, whose front was covered before.
define void @src1(ptr %p, i64 %x, i32 %y) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 64, i1 false)
  %b = getelementptr inbounds i8, ptr %p, i64 60
  store i32 %y, ptr %b, align 4
  store i64 %x, ptr %p, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 56
  store i32 %y, ptr %a, align 8
  ret void
}
define void @tgt1(ptr %p, i64 %x, i32 %y) {
  %m = getelementptr inbounds i8, ptr %p, i64 8
  call void @llvm.memset.p0.i64(ptr align 8 %m, i8 0, i64 48, i1 false)
  %b = getelementptr inbounds i8, ptr %p, i64 60
  store i32 %y, ptr %b, align 4
  store i64 %x, ptr %p, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 56
  store i32 %y, ptr %a, align 8
  ret void
}

; Zeros are zeros, in whatever order and form.
define void @src2(ptr %p, i64 %x) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 32, i1 false)
  store i64 %x, ptr %p, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 16
  store ptr null, ptr %a, align 8
  %b = getelementptr inbounds i8, ptr %p, i64 24
  store double 0.0, ptr %b, align 8
  call void @use(ptr %p)
  ret void
}
define void @tgt2(ptr %p, i64 %x) {
  store i64 %x, ptr %p, align 8
  %b = getelementptr inbounds i8, ptr %p, i64 24
  store i64 0, ptr %b, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 8
  call void @llvm.memset.p0.i64(ptr align 8 %a, i8 0, i64 16, i1 false)
  call void @use(ptr %p)
  ret void
}

; A copy that is covered behind: fewer bytes are copied. That another write may meet it does not matter.
define void @src3(ptr %p, ptr %q, i64 %x) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 32, i1 false)
  store i64 1, ptr %q, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 24
  store i64 %x, ptr %a, align 8
  ret void
}
define void @tgt3(ptr %p, ptr %q, i64 %x) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 24, i1 false)
  store i64 1, ptr %q, align 8
  %a = getelementptr inbounds i8, ptr %p, i64 24
  store i64 %x, ptr %a, align 8
  ret void
}

; A store that is covered behind one that may meet it, on both paths.
define void @src4(ptr %p, ptr %q, i1 %c) {
  store i32 7, ptr %p, align 4
  store i8 1, ptr %q, align 1
  br i1 %c, label %yes, label %no
yes:
  store i32 8, ptr %p, align 4
  ret void
no:
  store i64 9, ptr %p, align 4
  ret void
}
define void @tgt4(ptr %p, ptr %q, i1 %c) {
  store i8 1, ptr %q, align 1
  br i1 %c, label %yes, label %no
yes:
  store i32 8, ptr %p, align 4
  ret void
no:
  store i64 9, ptr %p, align 4
  ret void
}

; A call does not see a slot whose address it cannot know yet.
define void @src5() {
  %s = alloca i64, align 8
  store i64 1, ptr %s, align 8
  call void @any()
  store i64 2, ptr %s, align 8
  call void @use(ptr %s)
  ret void
}
define void @tgt5() {
  %s = alloca i64, align 8
  call void @any()
  store i64 2, ptr %s, align 8
  call void @use(ptr %s)
  ret void
}

; On one path it becomes known, on the other it does not.
define void @src6(i1 %c) {
  %s = alloca i64, align 8
  br i1 %c, label %yes, label %no
yes:
  call void @use(ptr %s)
  br label %end
no:
  store i64 1, ptr %s, align 8
  call void @any()
  br label %end
end:
  ret void
}
define void @tgt6(i1 %c) {
  %s = alloca i64, align 8
  br i1 %c, label %yes, label %no
yes:
  call void @use(ptr %s)
  br label %end
no:
  call void @any()
  br label %end
end:
  ret void
}

; A slot that is written and never read, in a loop that calls.
define void @src7() {
  %s = alloca [4 x i32], align 4
  call void @llvm.memset.p0.i64(ptr align 4 %s, i8 0, i64 16, i1 false)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  %a = getelementptr [4 x i32], ptr %s, i64 0, i64 2
  store i32 5, ptr %a, align 4
  %c = call i1 @ask()
  %j = add i64 %i, 1
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @tgt7() {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  %c = call i1 @ask()
  %j = add i64 %i, 1
  br i1 %c, label %loop, label %end
end:
  ret void
}

; What is stored before a loop that stores there first.
define void @src8(ptr %p, ptr %q, i64 %n) {
  store i32 0, ptr %p, align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  store i32 3, ptr %p, align 4
  %a = getelementptr i8, ptr %q, i64 %i
  store i8 1, ptr %a, align 1
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @tgt8(ptr %p, ptr %q, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  store i32 3, ptr %p, align 4
  %a = getelementptr i8, ptr %q, i64 %i
  store i8 1, ptr %a, align 1
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A new object is none that was there.
define ptr @src9(ptr %p) {
  %n = call noalias ptr @new(i64 16)
  store i64 1, ptr %n, align 8
  %v = load i64, ptr %p, align 8
  %w = add i64 %v, 1
  store i64 %w, ptr %n, align 8
  ret ptr %n
}
define ptr @tgt9(ptr %p) {
  %n = call noalias ptr @new(i64 16)
  %v = load i64, ptr %p, align 8
  %w = add i64 %v, 1
  store i64 %w, ptr %n, align 8
  ret ptr %n
}

; What is passed by value belongs to the function.
define void @src10(ptr byval(i64) align 8 %p) {
  store i64 1, ptr %p, align 8
  call void @any()
  store i64 2, ptr %p, align 8
  call void @use(ptr %p)
  ret void
}
define void @tgt10(ptr byval(i64) align 8 %p) {
  call void @any()
  store i64 2, ptr %p, align 8
  call void @use(ptr %p)
  ret void
}

; A choice between addresses, as far on each.
define void @src11(i1 %c, ptr %p, ptr %q, i32 %x) {
  %r = select i1 %c, ptr %p, ptr %q
  call void @llvm.memset.p0.i64(ptr align 8 %r, i8 0, i64 16, i1 false)
  %a = getelementptr inbounds i8, ptr %r, i64 8
  store i64 0, ptr %a, align 8
  store i32 %x, ptr %r, align 4
  ret void
}
define void @tgt11(i1 %c, ptr %p, ptr %q, i32 %x) {
  %r = select i1 %c, ptr %p, ptr %q
  call void @llvm.memset.p0.i64(ptr align 8 %r, i8 0, i64 16, i1 false)
  store i32 %x, ptr %r, align 4
  ret void
}
