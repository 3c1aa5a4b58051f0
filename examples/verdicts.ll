; One pair for each verdict: tollgate check examples/verdicts.ll

; valid: a product is hoisted out of a loop, and the loop variables change places.
define i32 @src_sum(i32 %n, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %s.next, %loop ]
  %square = mul i32 %k, %k
  %s.next = add i32 %s, %square
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %s.next
}

define i32 @tgt_sum(i32 %n, i32 %k) {
entry:
  %square = mul i32 %k, %k
  br label %again
again:
  %total = phi i32 [ %total.next, %again ], [ 0, %entry ]
  %count = phi i32 [ %count.next, %again ], [ 0, %entry ]
  %count.next = add i32 1, %count
  %total.next = add i32 %square, %total
  %more = icmp ult i32 %count.next, %n
  br i1 %more, label %again, label %done
done:
  ret i32 %total.next
}

; invalid: the target does not add 999, which takes 1,000 iterations to notice.
define i32 @src_most(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %sum.next = add i32 %sum, %i
  %i.next = add i32 %i, 1
  br label %head
done:
  ret i32 %sum
}

define i32 @tgt_most(i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %i.next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %late = icmp eq i32 %i, 999
  %step = select i1 %late, i32 0, i32 %i
  %sum.next = add i32 %sum, %step
  %i.next = add i32 %i, 1
  br label %head
done:
  ret i32 %sum
}

; unknown: right, but a loop with a symbolic bound is not shown to terminate.
define i32 @src_dead(i32 %n) mustprogress {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i.next, %loop ]
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %n
}

define i32 @tgt_dead(i32 %n) mustprogress {
  ret i32 %n
}

; unsupported: a call that returns twice.
declare i32 @setjmp(ptr) returns_twice

define i32 @src_jump(ptr %b) {
  %r = call i32 @setjmp(ptr %b)
  %s = add i32 %r, 0
  ret i32 %s
}

define i32 @tgt_jump(ptr %b) {
  %r = call i32 @setjmp(ptr %b)
  ret i32 %r
}
