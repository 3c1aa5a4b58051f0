; RUN: tollgate check %s --no-refute
; What the value graph proves: decisions in another order, an invariant that leaves a loop, loops with other names and shapes, a load behind a store
; that it cannot meet. (§3.1, §3.2, §4.1, §4.4)
define i32 @src1(i1 %a, i1 %b, i32 %x, i32 %y) {
entry:
  br i1 %a, label %both, label %no
both:
  br i1 %b, label %yes, label %no
yes:
  br label %join
no:
  br label %join
join:
  %r = phi i32 [ %x, %yes ], [ %y, %no ]
  ret i32 %r
}
define i32 @tgt1(i1 %a, i1 %b, i32 %x, i32 %y) {
entry:
  br i1 %a, label %first, label %other
first:
  br i1 %b, label %taken, label %other
other:
  ret i32 %y
taken:
  ret i32 %x
}

define i32 @src2(i32 %n, i32 %k) {
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
define i32 @tgt2(i32 %n, i32 %k) {
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

define i32 @src3(ptr %p, i32 %v) {
  %q = getelementptr inbounds { i32, i32 }, ptr %p, i64 0, i32 1
  store i32 %v, ptr %p
  store i32 7, ptr %q
  %back = load i32, ptr %p
  ret i32 %back
}
define i32 @tgt3(ptr %p, i32 %v) {
  %q = getelementptr inbounds i8, ptr %p, i64 4
  store i32 %v, ptr %p
  store i32 7, ptr %q
  ret i32 %v
}
