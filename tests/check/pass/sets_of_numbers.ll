; RUN: tollgate check %s --no-refute
; Sets of numbers, told by branches, by `select`, by sums and by masks. (§5.1)
define i32 @src1(i32 noundef %x) {
  %low = icmp sle i32 48, %x
  br i1 %low, label %more, label %end
more:
  %high = icmp sle i32 %x, 57
  br label %end
end:
  %r = phi i1 [ false, %0 ], [ %high, %more ]
  %z = zext i1 %r to i32
  ret i32 %z
}
define i32 @tgt1(i32 noundef %x) {
  %d = add i32 %x, -48
  %c = icmp ult i32 %d, 10
  %z = zext i1 %c to i32
  ret i32 %z
}
define i8 @src2(i8 noundef %x) {
  switch i8 %x, label %no [
    i8 4, label %yes
    i8 5, label %yes
    i8 6, label %yes
    i8 7, label %yes
  ]
yes:
  ret i8 1
no:
  ret i8 0
}
define i8 @tgt2(i8 noundef %x) {
  %m = and i8 %x, -4
  %c = icmp eq i8 %m, 4
  br i1 %c, label %yes, label %no
yes:
  ret i8 1
no:
  ret i8 0
}
; What a branch has shown.
declare void @use(i1)
define void @src3(i8 %x) {
  %c = icmp ule i8 %x, 10
  br i1 %c, label %in, label %out
in:
  %d = icmp ult i8 %x, 20
  call void @use(i1 %d)
  %e = icmp slt i8 %x, 0
  call void @use(i1 %e)
  ret void
out:
  ret void
}
define void @tgt3(i8 %x) {
  %c = icmp ugt i8 %x, 10
  br i1 %c, label %out, label %in
in:
  call void @use(i1 true)
  call void @use(i1 false)
  ret void
out:
  ret void
}
