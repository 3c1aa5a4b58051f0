; RUN: tollgate check %s --no-refute
; A location that is read by `!invariant.load`, or by a constant tag of TBAA, has one value. Both
; functions have the load, and only the target writes another value there for a while: an optimiser
; that believes the word may read it at any time. (§4.9, §11.20)

define i32 @src_before(ptr %p) {
  store i32 5, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 5
}
define i32 @tgt_before(ptr %p) {
  store i32 7, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  store i32 5, ptr %p
  ret i32 5
}

define i32 @src_between(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 5, ptr %p
  %w = load i32, ptr %p, !invariant.load !0
  ret i32 %w
}
define i32 @tgt_between(ptr %p) {
  %v = load i32, ptr %p, !invariant.load !0
  store i32 7, ptr %p
  store i32 5, ptr %p
  %w = load i32, ptr %p, !invariant.load !0
  ret i32 %w
}

define i32 @src_constant_tag(ptr %p) {
  %v = load i32, ptr %p, !tbaa !1
  store i32 5, ptr %p
  %w = load i32, ptr %p, !tbaa !1
  ret i32 %w
}
define i32 @tgt_constant_tag(ptr %p) {
  %v = load i32, ptr %p, !tbaa !1
  store i32 7, ptr %p
  store i32 5, ptr %p
  %w = load i32, ptr %p, !tbaa !1
  ret i32 %w
}

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

define i32 @src_fill(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %v
}
define i32 @tgt_fill(ptr %p) {
  call void @llvm.memset.p0.i64(ptr %p, i8 1, i64 4, i1 false)
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 %v
}

; A fill of more bytes.
define i32 @src_longer(ptr %p) {
  %p4 = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %p4, !invariant.load !0
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 4, i1 false)
  store i64 21474836480, ptr %p
  ret i32 %v
}
define i32 @tgt_longer(ptr %p) {
  %p4 = getelementptr i8, ptr %p, i64 4
  %v = load i32, ptr %p4, !invariant.load !0
  call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 8, i1 false)
  store i64 21474836480, ptr %p
  ret i32 %v
}

; The same copy, of what is there at another time.
define i32 @src_copy(ptr %q, i64 %i) {
  %s = alloca [4 x i8]
  store i32 5, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %q, i64 4, i1 false)
  %at = getelementptr i8, ptr %s, i64 %i
  %v = load i8, ptr %at, !invariant.load !0
  ret i32 0
}
define i32 @tgt_copy(ptr %q, i64 %i) {
  %s = alloca [4 x i8]
  call void @llvm.memcpy.p0.p0.i64(ptr %s, ptr %q, i64 4, i1 false)
  %at = getelementptr i8, ptr %s, i64 %i
  %v = load i8, ptr %at, !invariant.load !0
  store i32 5, ptr %q
  ret i32 0
}

; In a loop, where the source writes the value of the last iteration only.
define void @src_loop(ptr %p, i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 5, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}
define void @tgt_loop(ptr %p, i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr %p
  store i32 5, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  %next = add i32 %i, 1
  %again = icmp ult i32 %next, %n
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; A slot that escapes later.
declare void @use(ptr)
declare ptr @other(ptr)
define i32 @src_escapes() {
  %s = alloca i32
  store i32 5, ptr %s
  %q = call ptr @other(ptr %s)
  %v = load i32, ptr %q, !invariant.load !0
  ret i32 %v
}
define i32 @tgt_escapes() {
  %s = alloca i32
  store i32 7, ptr %s
  store i32 5, ptr %s
  %q = call ptr @other(ptr %s)
  %v = load i32, ptr %q, !invariant.load !0
  ret i32 %v
}

; Where a value may have got another one behind a call, equal terms are not equal values.
define i32 @src_behind(ptr %p, i32 %x) {
  %s = alloca i32
  %f = add nsw i32 %x, 1
  store i32 %f, ptr %s
  call void @use(ptr %s)
  %w = load i32, ptr %s
  store i32 %w, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 0
}
define i32 @tgt_behind(ptr %p, i32 %x) {
  %s = alloca i32
  %f = add i32 %x, 1
  store i32 %f, ptr %s
  call void @use(ptr %s)
  %w = load i32, ptr %s
  store i32 %w, ptr %p
  %v = load i32, ptr %p, !invariant.load !0
  ret i32 0
}

!0 = !{}
!1 = !{!2, !2, i64 0, i64 1}
!2 = !{!"int", !3, i64 0}
!3 = !{!"root"}
