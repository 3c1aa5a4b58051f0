; RUN: tollgate check %s --no-refute
; Wrong by the contract, though no single run need show it: a division above a call that may not return, a load above one, a loop that
; no longer ends, a choice that is made in every iteration instead of once, a loop that changes which variable it adds. (§3.5, §4.2, §4.5)
declare void @f()

define i32 @src1(i32 %a, i32 %b) {
  call void @f()
  %q = udiv i32 %a, %b
  ret i32 %q
}
define i32 @tgt1(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  call void @f()
  ret i32 %q
}

define i32 @src2(i1 %c, ptr %p) {
entry:
  br i1 %c, label %read, label %end
read:
  %v = load i32, ptr %p
  br label %end
end:
  %r = phi i32 [ %v, %read ], [ 0, %entry ]
  ret i32 %r
}
define i32 @tgt2(i1 %c, ptr %p) {
entry:
  %v = load i32, ptr %p
  br i1 %c, label %read, label %end
read:
  br label %end
end:
  %r = phi i32 [ %v, %read ], [ 0, %entry ]
  ret i32 %r
}

define void @src3(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
define void @tgt3(i32 %n) {
  ret void
}

define i32 @src4(i32 %n, i32 %x) {
entry:
  %once = freeze i32 %x
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %sum = add i32 %s, %once
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %sum
}
define i32 @tgt4(i32 %n, i32 %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %sum, %loop ]
  %each = freeze i32 %x
  %sum = add i32 %s, %each
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret i32 %sum
}

define i32 @src5(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %end ]
  %s = phi i32 [ 0, %entry ], [ %s.inner, %end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %t = phi i32 [ %s, %outer ], [ %s.inner, %inner ]
  %product = mul i32 %j, %j
  %s.inner = add i32 %t, %product
  %j.next = add i32 %j, 1
  %more.inner = icmp ult i32 %j.next, %n
  br i1 %more.inner, label %inner, label %end
end:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %outer, label %done
done:
  ret i32 %s.inner
}
define i32 @tgt5(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %end ]
  %s = phi i32 [ 0, %entry ], [ %s.inner, %end ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %t = phi i32 [ %s, %outer ], [ %s.inner, %inner ]
  %product = mul i32 %i, %j
  %s.inner = add i32 %t, %product
  %j.next = add i32 %j, 1
  %more.inner = icmp ult i32 %j.next, %n
  br i1 %more.inner, label %inner, label %end
end:
  %i.next = add i32 %i, 1
  %more = icmp ult i32 %i.next, %n
  br i1 %more, label %outer, label %done
done:
  ret i32 %s.inner
}
