; RUN: tollgate check %s --no-refute
; A loop of one function is passed in several segments, each of which ends at a branch of both that
; is not decided. It is finite, since they lie on no cycle of cut points. (§4.8)

; The target has the loop.
define i32 @src(i32 noundef %x) {
a:
  %c0 = icmp eq i32 %x, 0
  br i1 %c0, label %exit, label %b
b:
  %c1 = icmp eq i32 %x, 1
  br i1 %c1, label %exit, label %c
c:
  %c2 = icmp eq i32 %x, 2
  br i1 %c2, label %exit, label %d
d:
  br label %exit
exit:
  %r = phi i32 [ 10, %a ], [ 20, %b ], [ 30, %c ], [ 40, %d ]
  ret i32 %r
}
define i32 @tgt(i32 noundef %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %v = phi i32 [ 10, %entry ], [ %v.next, %latch ]
  %found = icmp eq i32 %x, %i
  br i1 %found, label %exit, label %latch
latch:
  %i.next = add i32 %i, 1
  %v.next = add i32 %v, 10
  %more = icmp ult i32 %i.next, 3
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i32 [ %v, %loop ], [ %v.next, %latch ]
  ret i32 %r
}

; The source has it, and need not make progress.
define i32 @tgt2(i32 noundef %x) {
a:
  %c0 = icmp eq i32 %x, 0
  br i1 %c0, label %exit, label %b
b:
  %c1 = icmp eq i32 %x, 1
  br i1 %c1, label %exit, label %c
c:
  %c2 = icmp eq i32 %x, 2
  br i1 %c2, label %exit, label %d
d:
  br label %exit
exit:
  %r = phi i32 [ 10, %a ], [ 20, %b ], [ 30, %c ], [ 40, %d ]
  ret i32 %r
}
define i32 @src2(i32 noundef %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %v = phi i32 [ 10, %entry ], [ %v.next, %latch ]
  %found = icmp eq i32 %x, %i
  br i1 %found, label %exit, label %latch
latch:
  %i.next = add i32 %i, 1
  %v.next = add i32 %v, 10
  %more = icmp ult i32 %i.next, 3
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i32 [ %v, %loop ], [ %v.next, %latch ]
  ret i32 %r
}
