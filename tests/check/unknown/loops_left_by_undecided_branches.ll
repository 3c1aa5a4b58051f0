; RUN: tollgate check %s --no-refute
; A loop that only one function has, and that comes round to a cut point, is not finite. (§4.8)

; The number wraps: where x is 4 or more, the target runs for ever.
define i32 @src(i32 noundef %x) {
  ret i32 %x
}
define i32 @tgt(i32 noundef %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %found = icmp eq i32 %x, %i
  br i1 %found, label %exit, label %latch
latch:
  %sum = add i32 %i, 1
  %i.next = and i32 %sum, 3
  br label %loop
exit:
  ret i32 %x
}

; And the source, which promises no progress.
define i32 @src2(i32 noundef %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %found = icmp eq i32 %x, %i
  br i1 %found, label %exit, label %latch
latch:
  %sum = add i32 %i, 1
  %i.next = and i32 %sum, 3
  br label %loop
exit:
  ret i32 %x
}
define i32 @tgt2(i32 noundef %x) {
  ret i32 %x
}

; It follows tests that the source has, and then never ends.
define i32 @src3(i32 noundef %x) {
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
define i32 @tgt3(i32 noundef %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %latch ]
  %v = phi i32 [ 10, %entry ], [ %v.next, %latch ]
  %found = icmp eq i32 %x, %i
  br i1 %found, label %exit, label %latch
latch:
  %sum = add i32 %i, 1
  %i.next = and i32 %sum, 3
  %v.next = add i32 %v, 10
  %more = icmp ult i32 %i.next, 4
  br i1 %more, label %loop, label %exit
exit:
  %r = phi i32 [ %v, %loop ], [ %v.next, %latch ]
  ret i32 %r
}
