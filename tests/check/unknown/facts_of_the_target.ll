; RUN: tollgate check %s --no-refute
; The wrong twins of `pass/source_facts.ll`: promises that only the target makes, or that say too little. (§4.9)
declare void @use(ptr)
declare void @take(i1)
@v = global i32 0, align 4
@weak = extern_weak global i32
@fixed = constant i32 7

; Only the target's parameter is dereferenceable, or it is not for so many bytes.
define i32 @src1(i1 %c, ptr dereferenceable(2) %p) {
  br i1 %c, label %yes, label %no
yes:
  %v = load i32, ptr %p, align 1
  br label %no
no:
  %r = phi i32 [ %v, %yes ], [ 0, %0 ]
  ret i32 %r
}
define i32 @tgt1(i1 %c, ptr dereferenceable(2) %p) {
  %v = load i32, ptr %p, align 1
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}

; After a call that may free it.
define i32 @src2(i1 %c, ptr dereferenceable(4) %p) {
  call void @use(ptr %p)
  br i1 %c, label %yes, label %no
yes:
  %v = load i32, ptr %p, align 1
  br label %no
no:
  %r = phi i32 [ %v, %yes ], [ 0, %0 ]
  ret i32 %r
}
define i32 @tgt2(i1 %c, ptr dereferenceable(4) %p) {
  call void @use(ptr %p)
  %v = load i32, ptr %p, align 1
  %r = select i1 %c, i32 %v, i32 0
  ret i32 %r
}

; Readable is not writable.
define void @src3(ptr dereferenceable(4) %p) {
  ret void
}
define void @tgt3(ptr dereferenceable(4) %p) {
  %v = load i32, ptr %p, align 1
  store i32 %v, ptr %p, align 1
  ret void
}

; The alignment of another place.
define i8 @src4(ptr align 8 %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i8, ptr %q, align 1
  ret i8 %v
}
define i8 @tgt4(ptr align 8 %p) {
  %q = getelementptr i8, ptr %p, i64 4
  %v = load i8, ptr %q, align 8
  ret i8 %v
}

; A pointer that may be null, as far as is known.
define void @src5(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  call void @use(ptr %q)
  ret void
}
define void @tgt5(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 4
  call void @use(ptr nonnull %q)
  ret void
}
define void @src6() {
  call void @use(ptr @weak)
  ret void
}
define void @tgt6() {
  call void @use(ptr nonnull @weak)
  ret void
}

; A stronger promise.
define void @src7(ptr %p) {
  call void @use(ptr dereferenceable(2) %p)
  ret void
}
define void @tgt7(ptr %p) {
  call void @use(ptr dereferenceable(4) %p)
  ret void
}

; A source that may unwind.
define void @src8(ptr %p) {
  call void @use(ptr %p)
  ret void
}
define void @tgt8(ptr %p) {
  call void @use(ptr %p) nounwind
  ret void
}

; A constant cannot be written, and a variable only as far as it goes.
define void @src9(i1 %c) {
  ret void
}
define void @tgt9(i1 %c) {
  %old = load i64, ptr @v, align 4
  ret void
}

; The condition is defined only behind the call, which may not return.
define void @src10(i1 %c, ptr %a, ptr %b) {
  br i1 %c, label %yes, label %no
yes:
  call void @use(ptr %a)
  br label %no
no:
  call void @take(i1 noundef %c)
  ret void
}
define void @tgt10(i1 %c, ptr %a, ptr %b) {
  %x = select i1 %c, ptr %a, ptr %b
  call void @use(ptr %x)
  call void @take(i1 noundef %c)
  ret void
}
