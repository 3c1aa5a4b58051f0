; RUN: tollgate check %s --no-refute
; Sets that differ in one number. (§5.1)
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
  %c = icmp ult i32 %d, 11
  %z = zext i1 %c to i32
  ret i32 %z
}
define i8 @src2(i8 noundef %x) {
  %c = icmp sge i8 %x, -128
  br i1 %c, label %yes, label %no
yes:
  ret i8 1
no:
  ret i8 0
}
define i8 @tgt2(i8 noundef %x) {
  %c = icmp sge i8 %x, -127
  br i1 %c, label %yes, label %no
yes:
  ret i8 1
no:
  ret i8 0
}
; Not known to be less.
declare void @use(i1)
define void @src3(i8 %x) {
  %c = icmp ule i8 %x, 20
  br i1 %c, label %in, label %out
in:
  %d = icmp ult i8 %x, 20
  call void @use(i1 %d)
  ret void
out:
  ret void
}
define void @tgt3(i8 %x) {
  %c = icmp ugt i8 %x, 20
  br i1 %c, label %out, label %in
in:
  call void @use(i1 true)
  ret void
out:
  ret void
}
; A number that nobody asked about may be undef: then one test of it does not tell of another.
define i1 @src4(i8 %x) {
  %c = icmp ult i8 %x, 10
  %d = icmp ult i8 %x, 20
  %r = and i1 %c, %d
  ret i1 %r
}
define i1 @tgt4(i8 %x) {
  %c = icmp ult i8 %x, 10
  %d = icmp ugt i8 %x, 5
  %e = icmp ult i8 %x, 6
  %f = or i1 %d, %e
  %r = and i1 %c, %f
  ret i1 %r
}
