; RUN: tollgate check %s --no-refute
; A loop that only the target has is followed to its end for at most 100 continuations in a segment, both functions together. (§4.8)

; As many as that: 101 iterations.
define i32 @src(i32 %x) {
  ret i32 %x
}
define i32 @tgt(i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 101
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %x
}

; A nest of 10 by 10 iterations.
define i32 @src_nest(i32 %x) {
  ret i32 %x
}
define i32 @tgt_nest(i32 %x) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i32 %j, 1
  %inside = icmp ult i32 %j.next, 10
  br i1 %inside, label %inner, label %latch
latch:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, 10
  br i1 %more, label %outer, label %exit
exit:
  ret i32 %x
}
