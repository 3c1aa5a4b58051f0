; RUN: tollgate check %s --no-refute
; What is known of numbers: by what they are made of, by branches that were taken, around loops. (§4.6)
define i64 @src1(i64 %x) {
  %d = udiv i64 %x, 3
  %a = add i64 %d, 1
  %s = lshr i64 %x, 10
  %b = add i64 %s, 1
  %r = add i64 %a, %b
  ret i64 %r
}
define i64 @tgt1(i64 %x) {
  %d = udiv i64 %x, 3
  %a = add nuw nsw i64 %d, 1
  %s = lshr i64 %x, 10
  %b = add nuw nsw i64 %s, 1
  %r = add nuw nsw i64 %a, %b
  ret i64 %r
}
define i8 @src2(i8 %x) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  %b = add i8 %x, 1
  ret i8 %b
e:
  ret i8 0
}
define i8 @tgt2(i8 %x) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  %b = add nuw nsw i8 %x, 1
  ret i8 %b
e:
  ret i8 0
}
define i32 @src3(i32 %x) {
  %r = srem i32 %x, 8
  %s = shl i32 1, %r
  ret i32 %s
}
define i32 @tgt3(i32 %x) {
  %r = srem i32 %x, 8
  %s = shl nuw nsw i32 1, %r
  ret i32 %s
}
define i32 @src4(i16 %x) {
entry:
  %w = zext i16 %x to i32
  br label %loop
loop:
  %i = phi i32 [ %w, %entry ], [ %j, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add i32 %n, 1
  %j = ashr i32 %i, 1
  %c = icmp eq i32 %j, 0
  br i1 %c, label %out, label %loop
out:
  ret i32 %m
}
define i32 @tgt4(i16 %x) {
entry:
  %w = zext i16 %x to i32
  br label %loop
loop:
  %i = phi i32 [ %w, %entry ], [ %j, %loop ]
  %n = phi i32 [ 0, %entry ], [ %m, %loop ]
  %m = add i32 %n, 1
  %j = lshr i32 %i, 1
  %c = icmp eq i32 %j, 0
  br i1 %c, label %out, label %loop
out:
  ret i32 %m
}
; Signed and unsigned, by a limit that is not a number.
define void @src5(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
body:
  store volatile i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %loop
out:
  ret void
}
define void @tgt5(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %out
body:
  store volatile i32 %i, ptr %p
  %j = add nsw i32 %i, 1
  br label %loop
out:
  ret void
}
