; RUN: tollgate check %s --no-refute
; A call without effects is undefined nevertheless if what must be defined is not. (§3.4)

declare i32 @llvm.umin.i32(i32, i32)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare noundef i32 @llvm.umax.i32(i32 noundef, i32)
declare void @see(i32)

; An argument.
define i32 @src1(i32 %x, i32 %y) {
  ret i32 0
}
define i32 @tgt1(i32 %x, i32 %y) {
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  ret i32 0
}

; The result.
define i32 @src2(i32 %x, i32 %y) {
  ret i32 0
}
define i32 @tgt2(i32 %x, i32 %y) {
  %r = call noundef i32 @llvm.umin.i32(i32 %x, i32 %y)
  ret i32 0
}

; The declaration says so.
define i32 @src3(i32 %x, i32 %y) {
  ret i32 0
}
define i32 @tgt3(i32 %x, i32 %y) {
  %r = call i32 @llvm.umax.i32(i32 %x, i32 %y)
  ret i32 0
}

; What must be there is a promise of another kind.
define i64 @src4(ptr %p) {
  ret i64 0
}
define i64 @tgt4(ptr %p) {
  %r = call ptr @llvm.ptrmask.p0.i64(ptr dereferenceable(8) %p, i64 -8)
  ret i64 0
}

; Moved before a call that may not return.
define i32 @src5(i32 %x, i32 %y) {
  call void @see(i32 1)
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  ret i32 %r
}
define i32 @tgt5(i32 %x, i32 %y) {
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  call void @see(i32 1)
  ret i32 %r
}

; Moved out of a loop that may not be run.
define i32 @src6(i32 noundef %n, i32 %x, i32 %y) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i32 %i
}
define i32 @tgt6(i32 noundef %n, i32 %x, i32 %y) {
entry:
  %r = call i32 @llvm.umin.i32(i32 noundef %x, i32 %y)
  %some = icmp ult i32 0, %n
  br i1 %some, label %body, label %out
body:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i2, %n
  br i1 %more, label %body, label %out
out:
  %q = phi i32 [ 0, %entry ], [ %i2, %body ]
  ret i32 %q
}

; `range` makes it poison first.
define i32 @src7(i32 noundef %x) {
  ret i32 0
}
define i32 @tgt7(i32 noundef %x) {
  %r = call i32 @llvm.umin.i32(i32 noundef range(i32 0, 5) %x, i32 1)
  ret i32 0
}
