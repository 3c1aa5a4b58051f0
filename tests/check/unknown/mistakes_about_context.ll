; RUN: tollgate check %s --no-refute
; Mistakes about attributes, metadata and calls that one can make in the prover: each of these wrong pairs was `valid` with one planted. (§10.2)
declare i32 @memcmp(ptr, ptr, i64)
declare void @f(ptr)
declare void @llvm.assume(i1)
declare ptr @get()
declare void @g(ptr)
declare i32 @r(ptr) memory(read) willreturn

define i32 @src1(ptr %p) {
  ret i32 0
}
define i32 @tgt1(ptr %p) {
  %r = call i32 @memcmp(ptr %p, ptr %p, i64 8)
  ret i32 %r
}

define void @src2(ptr %p, ptr %q) {
  store ptr %p, ptr %q
  ret void
}
define void @tgt2(ptr nocapture %p, ptr %q) {
  store ptr %p, ptr %q
  ret void
}

define i32 @src3(i1 %c, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %k, %a ], [ %j, %b ]
  %z = icmp eq i32 %i, 7
  br i1 %z, label %exit, label %body
body:
  br i1 %c, label %a, label %b
a:
  %k = mul i32 %i, 3
  br label %head
b:
  %j = add i32 %i, 1
  br label %head, !llvm.loop !300
exit:
  ret i32 0
}
define i32 @tgt3(i1 %c, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ %n, %entry ], [ %k, %a ], [ %j, %b ]
  %z = icmp eq i32 %i, 7
  br i1 %z, label %exit, label %body
body:
  br i1 %c, label %a, label %b
a:
  %k = mul i32 %i, 3
  br label %head, !llvm.loop !300
b:
  %j = add i32 %i, 1
  br label %head, !llvm.loop !300
exit:
  ret i32 0
}
!300 = distinct !{!300, !301}
!301 = !{!"llvm.loop.mustprogress"}

define void @src5(ptr byval(i32) %p) {
  call void @f(ptr %p)
  ret void
}
define void @tgt5(ptr byval(i32) %p) {
  tail call void @f(ptr %p)
  ret void
}

define void @src6(ptr %p) {
  ret void
}
define void @tgt6(ptr %p) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  ret void
}

define void @src7(ptr %out) {
  %p = call dereferenceable(4) ptr @get()
  call void @g(ptr %p)
  ret void
}
define void @tgt7(ptr %out) {
  %p = call dereferenceable(4) ptr @get()
  call void @g(ptr %p)
  %x = load i32, ptr %p, align 1
  ret void
}

define i32 @src10(ptr %p, i32 noundef %x, i32 noundef %y) {
  %a = call i32 @r(ptr %p)
  %q = udiv i32 %x, %y
  %s = add i32 %q, %a
  ret i32 %s
}
define i32 @tgt10(ptr %p, i32 noundef %x, i32 noundef %y) {
  %q = udiv i32 %x, %y
  %a = call i32 @r(ptr %p)
  %s = add i32 %q, %a
  ret i32 %s
}
