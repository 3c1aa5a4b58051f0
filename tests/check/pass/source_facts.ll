; RUN: tollgate check %s --no-refute
; What the source promises: a read of a `dereferenceable` parameter where the source may not come; a larger alignment of a pointer that has it; a `nonnull` argument
; that is not null; a weaker promise of an argument; a variable that can be read and written. (§4.9)
declare void @use(ptr)
declare void @nounwind() nounwind
@v = global i32 0, align 8

define i32 @src1(i1 %c, ptr dereferenceable(4) %p) {
  br i1 %c, label %yes, label %no
yes:
  %v = load i32, ptr %p, align 1
  br label %no
no:
  %r = phi i32 [ %v, %yes ], [ 0, %0 ]
  ret i32 %r
}
define i32 @tgt1(i1 %c, ptr dereferenceable(4) %p) {
  %v = load i32, ptr %p, align 1
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}

define i8 @src2(ptr align 8 %p) {
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt2(ptr align 8 %p) {
  %v = load i8, ptr %p, align 8
  ret i8 %v
}

define void @src3(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  call void @use(ptr dereferenceable(4) %q)
  ret void
}
define void @tgt3(ptr %p) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  call void @use(ptr nonnull dereferenceable(2) %q)
  ret void
}

define void @src4(i1 %c) {
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr @v
  br label %no
no:
  ret void
}
define void @tgt4(i1 %c) {
  %old = load i32, ptr @v, align 8
  br i1 %c, label %yes, label %no
yes:
  store i32 1, ptr @v
  br label %no
no:
  ret void
}

define void @src5(ptr %p) nounwind {
  call void @use(ptr %p)
  ret void
}
define void @tgt5(ptr %p) nounwind {
  call void @use(ptr %p) nounwind
  ret void
}

define i32 @src6(i1 %c, i32 %a) {
  call void @take(i1 noundef %c)
  %f = freeze i1 %c
  br i1 %f, label %yes, label %no
yes:
  ret i32 %a
no:
  ret i32 1
}
define i32 @tgt6(i1 %c, i32 %a) {
  call void @take(i1 noundef %c)
  %r = select i1 %c, i32 %a, i32 1
  ret i32 %r
}
declare void @take(i1)
