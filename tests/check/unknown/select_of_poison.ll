; RUN: tollgate check %s --no-refute
; The wrong twins of `pass/select_and_branch.ll`: the condition of the `select` was not branched on, or not on every path, or only behind a call that may not return. (§12.2)
declare void @f()
declare void @use(i32)

define i32 @src1(i1 %c, i32 %a) {
  ret i32 %a
}
define i32 @tgt1(i1 %c, i32 %a) {
  %r = select i1 %c, i32 %a, i32 %a
  ret i32 %r
}

; %d is branched on only where %c holds.
define i32 @src2(i1 %c, i1 %d, i32 %a, i32 %b) {
  br i1 %c, label %first, label %join
first:
  br i1 %d, label %second, label %join
second:
  br label %join
join:
  %r = phi i32 [ %b, %0 ], [ %b, %first ], [ %a, %second ]
  ret i32 %r
}
define i32 @tgt2(i1 %c, i1 %d, i32 %a, i32 %b) {
  %s = select i1 %c, i32 %a, i32 %b
  %r = select i1 %d, i32 %s, i32 %b
  ret i32 %r
}

; A branch on a `select` that the source does not ask about.
define i32 @src3(i1 %c, i32 %a, i32 %b) {
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}
define i32 @tgt3(i1 %c, i32 %a, i32 %b) {
  br i1 %c, label %yes, label %no
yes:
  ret i32 %a
no:
  ret i32 %b
}

; It is branched on behind the call.
define i32 @src4(i1 %c, i32 %a, i32 %b) {
  call void @use(i32 %a)
  br i1 %c, label %yes, label %no
yes:
  ret i32 %a
no:
  ret i32 %b
}
define i32 @tgt4(i1 %c, i32 %a, i32 %b) {
  %x = select i1 %c, i32 %a, i32 %a
  call void @use(i32 %x)
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}

; With a flag the condition is less defined than the one that was branched on.
define i32 @src5(i32 %x, i32 %a, i32 %b) {
  %y = add i32 %x, 1
  %c = icmp eq i32 %y, 5
  br i1 %c, label %yes, label %no
yes:
  ret i32 %a
no:
  ret i32 %b
}
define i32 @tgt5(i32 %x, i32 %a, i32 %b) {
  %y = add nsw i32 %x, 1
  %c = icmp eq i32 %y, 5
  %r = select i1 %c, i32 %a, i32 %b
  ret i32 %r
}

; The source may choose for its `freeze`, nobody chooses for %c.
define i32 @src6(i1 %c, i32 %a) {
  %f = freeze i1 %c
  br i1 %f, label %yes, label %no
yes:
  ret i32 %a
no:
  ret i32 1
}
define i32 @tgt6(i1 %c, i32 %a) {
  %r = select i1 %c, i32 %a, i32 1
  ret i32 %r
}
