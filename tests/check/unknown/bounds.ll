; RUN: tollgate check %s --no-refute
; A flag that a branch justifies where it was taken is not justified elsewhere. (§4.6)
declare void @use(i8)

; Both places have one value; only one is guarded.
define void @src1(i8 %x, ptr %p, ptr %q) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  %a = add i8 %x, 1
  store i8 %a, ptr %p
  br label %e
e:
  %b = add i8 %x, 1
  store i8 %b, ptr %q
  ret void
}
define void @tgt1(i8 %x, ptr %p, ptr %q) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  %a = add nuw i8 %x, 1
  store i8 %a, ptr %p
  br label %e
e:
  %b = add nuw i8 %x, 1
  store i8 %b, ptr %q
  ret void
}
; The wrong side of the branch.
define i8 @src2(i8 %x) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  ret i8 0
e:
  %b = add i8 %x, 1
  ret i8 %b
}
define i8 @tgt2(i8 %x) {
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  ret i8 0
e:
  %b = add nuw i8 %x, 1
  ret i8 %b
}
; One too many: 255 is possible.
define i8 @src3(i8 %x) {
  %c = icmp ule i8 %x, 255
  br i1 %c, label %t, label %e
t:
  %b = add i8 %x, 1
  ret i8 %b
e:
  ret i8 0
}
define i8 @tgt3(i8 %x) {
  %c = icmp ule i8 %x, 255
  br i1 %c, label %t, label %e
t:
  %b = add nuw i8 %x, 1
  ret i8 %b
e:
  ret i8 0
}
; What is used before the branch.
define void @src4(i8 %x) {
  %a = add i8 %x, 1
  call void @use(i8 %a)
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  ret void
e:
  unreachable
}
define void @tgt4(i8 %x) {
  %a = add nuw i8 %x, 1
  call void @use(i8 %a)
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
t:
  ret void
e:
  unreachable
}
; The number that counts is bounded by a limit that itself is not.
define i32 @src5(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp sle i32 %i, %n
  br i1 %c, label %body, label %out
body:
  store i32 %i, ptr %p
  %j = add i32 %i, 1
  br label %loop
out:
  ret i32 %i
}
define i32 @tgt5(i32 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %j, %body ]
  %c = icmp sle i32 %i, %n
  br i1 %c, label %body, label %out
body:
  store i32 %i, ptr %p
  %j = add nsw i32 %i, 1
  br label %loop
out:
  ret i32 %i
}
; Either way may have been taken: their bounds together.
define i8 @src6(i8 %x, i1 %k) {
  br i1 %k, label %a, label %b
a:
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
b:
  %d = icmp ugt i8 %x, 250
  br i1 %d, label %t, label %e
t:
  %v = add i8 %x, 10
  ret i8 %v
e:
  ret i8 0
}
define i8 @tgt6(i8 %x, i1 %k) {
  br i1 %k, label %a, label %b
a:
  %c = icmp ult i8 %x, 10
  br i1 %c, label %t, label %e
b:
  %d = icmp ugt i8 %x, 250
  br i1 %d, label %t, label %e
t:
  %v = add nuw i8 %x, 10
  ret i8 %v
e:
  ret i8 0
}
; A frozen value was compared, another is used.
define i8 @src7(i8 %x) {
  %f = freeze i8 %x
  %c = icmp ult i8 %f, 10
  br i1 %c, label %t, label %e
t:
  %v = add i8 %x, 1
  ret i8 %v
e:
  ret i8 0
}
define i8 @tgt7(i8 %x) {
  %f = freeze i8 %x
  %c = icmp ult i8 %f, 10
  br i1 %c, label %t, label %e
t:
  %v = add nuw i8 %x, 1
  ret i8 %v
e:
  ret i8 0
}
; A loop variable of the iteration before.
define i8 @src8(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %v, %body ]
  %v = load volatile i8, ptr %p
  %c = icmp ult i8 %v, 10
  br i1 %c, label %body, label %out
body:
  %a = add i8 %i, 1
  store i8 %a, ptr %q
  br label %loop
out:
  %b = add i8 %v, 1
  ret i8 %b
}
define i8 @tgt8(ptr %p, ptr %q) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %v, %body ]
  %v = load volatile i8, ptr %p
  %c = icmp ult i8 %v, 10
  br i1 %c, label %body, label %out
body:
  %a = add i8 %i, 1
  store i8 %a, ptr %q
  br label %loop
out:
  %b = add nuw i8 %v, 1
  ret i8 %b
}
