; RUN: tollgate check %s --no-refute
; A place that was there once, or in one arm, or for some bytes. (§4.7, §11.4)
declare void @f()
declare void @fp(ptr)
declare dereferenceable(4) ptr @gd()
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; Load after call that may free.
define i32 @src1(ptr noundef %p) {
  %v = load i32, ptr %p
  call void @f()
  ret i32 %v
}
define i32 @tgt1(ptr noundef %p) {
  %v = load i32, ptr %p
  call void @f()
  %w = load i32, ptr %p
  ret i32 %v
}

; Store after call that may free.
define i32 @src2(ptr noundef %p) {
  store i32 1, ptr %p
  call void @f()
  ret i32 0
}
define i32 @tgt2(ptr noundef %p) {
  store i32 1, ptr %p
  call void @f()
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  ret i32 0
}

; Load at join where one arm loads.
define i32 @src3(ptr noundef %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr %p
  br label %b
b:
  ret i32 0
}
define i32 @tgt3(ptr noundef %p, i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  %v = load i32, ptr %p
  br label %b
b:
  %w = load i32, ptr %p
  ret i32 0
}

; Load because of a copy of n bytes.
define i32 @src4(ptr noundef %p, ptr noundef %q, i64 noundef %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret i32 0
}
define i32 @tgt4(ptr noundef %p, ptr noundef %q, i64 noundef %n) {
  %v = load i8, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)
  ret i32 0
}

; Load because of an argument that is dereferenceable, aligned.
define i32 @src5(ptr noundef %p) {
  call void @fp(ptr dereferenceable(4) %p)
  ret i32 0
}
define i32 @tgt5(ptr noundef %p) {
  %v = load i32, ptr %p, align 4
  call void @fp(ptr dereferenceable(4) %p)
  ret i32 0
}

; Load behind call because of an argument that is dereferenceable.
define i32 @src6(ptr noundef %p) {
  call void @fp(ptr dereferenceable(4) %p)
  ret i32 0
}
define i32 @tgt6(ptr noundef %p) {
  call void @fp(ptr dereferenceable(4) %p)
  %v = load i32, ptr %p, align 1
  ret i32 0
}

; Load of a dereferenceable result behind another call.
define i32 @src7() {
  %p = call ptr @gd()
  call void @f()
  ret i32 0
}
define i32 @tgt7() {
  %p = call ptr @gd()
  call void @f()
  %v = load i32, ptr %p, align 1
  ret i32 0
}

; Load of a loaded dereferenceable pointer behind a call.
define i32 @src8(ptr %q) {
  %p = load ptr, ptr %q, !dereferenceable !0
  call void @f()
  ret i32 0
}
define i32 @tgt8(ptr %q) {
  %p = load ptr, ptr %q, !dereferenceable !0
  call void @f()
  %v = load i32, ptr %p, align 1
  ret i32 0
}

; Dereferenceable or null.
define i32 @src9(ptr dereferenceable_or_null(4) %p) {
  ret i32 0
}
define i32 @tgt9(ptr dereferenceable_or_null(4) %p) {
  %v = load i32, ptr %p, align 1
  ret i32 0
}

; Dereferenceable offset.
define i32 @src10(ptr dereferenceable(4) %p) {
  ret i32 0
}
define i32 @tgt10(ptr dereferenceable(4) %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %v = load i32, ptr %q, align 1
  ret i32 0
}

; Dereferenceable negative offset.
define i32 @src11(ptr dereferenceable(8) %p) {
  ret i32 0
}
define i32 @tgt11(ptr dereferenceable(8) %p) {
  %q = getelementptr i8, ptr %p, i64 -4
  %v = load i32, ptr %q, align 1
  ret i32 0
}

; Dereferenceable variable offset.
define i32 @src12(ptr dereferenceable(8) %p, i64 noundef %i) {
  ret i32 0
}
define i32 @tgt12(ptr dereferenceable(8) %p, i64 noundef %i) {
  %q = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %q, align 1
  ret i32 0
}

; Dereferenceable in a loop with calls.
define i32 @src13(ptr dereferenceable(8) %p, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  call void @f()
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 0
}
define i32 @tgt13(ptr dereferenceable(8) %p, i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %v = load i32, ptr %p, align 1
  call void @f()
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 0
}

; Readable but maybe constant: store of the loaded.
define void @src14(ptr dereferenceable(4) %p) {
  %v = load i32, ptr %p
  ret void
}
define void @tgt14(ptr dereferenceable(4) %p) {
  %v = load i32, ptr %p
  store i32 %v, ptr %p
  ret void
}

!0 = !{i64 4}
