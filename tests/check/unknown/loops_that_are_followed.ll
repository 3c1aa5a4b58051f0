; RUN: tollgate check %s --no-refute
; A loop that only the target has ends, but not within 100 continuations; then it is not known that it does. (§4.8)
define i32 @src(i32 %x) {
  ret i32 %x
}
define i32 @tgt(i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 102
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %x
}
