; RUN: tollgate check %s --no-refute
; A decision of control becomes a `select`: the condition was branched on, so it is defined. Also inside of another decision, in the other polarity, as a number, and as what is
; stored. (§12.2)
define i32 @src1(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %r = phi i32 [ %a, %yes ], [ %b, %no ]
  ret i32 %r
}
define i32 @tgt1(i1 %c, i32 %a, i32 %b) {
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}

define i32 @src2(i32 %x, i1 %d, i32 %a, i32 %b) {
  %c = icmp eq i32 %x, 5
  br i1 %c, label %first, label %join
first:
  br i1 %d, label %second, label %join
second:
  br label %join
join:
  %r = phi i32 [ %a, %0 ], [ %b, %first ], [ 9, %second ]
  ret i32 %r
}
define i32 @tgt2(i32 %x, i1 %d, i32 %a, i32 %b) {
  %c = icmp ne i32 %x, 5
  br i1 %c, label %join, label %first
first:
  %s = select i1 %d, i32 9, i32 %b
  br label %join
join:
  %r = phi i32 [ %a, %0 ], [ %s, %first ]
  ret i32 %r
}

define i32 @src3(i1 %c, i32 %a) {
  br i1 %c, label %yes, label %join
yes:
  %more = add i32 %a, 1
  br label %join
join:
  %r = phi i32 [ %more, %yes ], [ %a, %0 ]
  ret i32 %r
}
define i32 @tgt3(i1 %c, i32 %a) {
  %n = zext i1 %c to i32
  %r = add i32 %a, %n
  ret i32 %r
}

define void @src4(i1 %c, ptr %p, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %no
yes:
  store i32 %a, ptr %p
  br label %join
no:
  store i32 %b, ptr %p
  br label %join
join:
  ret void
}
define void @tgt4(i1 %c, ptr %p, i32 %a, i32 %b) {
  %v = select i1 %c, i32 %a, i32 %b
  store i32 %v, ptr %p
  ret void
}
