; RUN: tollgate check %s --no-refute
; inner loop variable of the same depth in a nest (§4.6)
define void @src1(i8 %n, ptr %p) {
entry:
  br label %outer
outer:
  %o = phi i8 [ 0, %entry ], [ %o.next, %olatch ]
  br label %first
first:
  %i = phi i8 [ 0, %outer ], [ %i.next, %first ]
  %i.next = add i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %first, label %between
between:
  %r = phi i8 [ %i, %first ]
  br label %second
second:
  %j = phi i8 [ 0, %between ], [ %j.next, %body ]
  %d = icmp ult i8 %j, 10
  br i1 %d, label %body, label %olatch
body:
  %j.next = add i8 %j, 1
  %v = add i8 %r, 1
  store volatile i8 %v, ptr %p
  br label %second
olatch:
  %o.next = add i8 %o, 1
  %e = icmp eq i8 %o.next, 3
  br i1 %e, label %out, label %outer
out:
  ret void
}
define void @tgt1(i8 %n, ptr %p) {
entry:
  br label %outer
outer:
  %o = phi i8 [ 0, %entry ], [ %o.next, %olatch ]
  br label %first
first:
  %i = phi i8 [ 0, %outer ], [ %i.next, %first ]
  %i.next = add i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %first, label %between
between:
  %r = phi i8 [ %i, %first ]
  br label %second
second:
  %j = phi i8 [ 0, %between ], [ %j.next, %body ]
  %d = icmp ult i8 %j, 10
  br i1 %d, label %body, label %olatch
body:
  %j.next = add i8 %j, 1
  %v = add nuw i8 %r, 1
  store volatile i8 %v, ptr %p
  br label %second
olatch:
  %o.next = add i8 %o, 1
  %e = icmp eq i8 %o.next, 3
  br i1 %e, label %out, label %outer
out:
  ret void
}
; the loop variable after its loop: the exit condition holds the other way round
define i8 @src2(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %body ]
  %c = icmp ult i8 %i, 200
  br i1 %c, label %body, label %out
body:
  %j = add i8 %i, %n
  br label %loop
out:
  %v = add i8 %i, 60
  ret i8 %v
}
define i8 @tgt2(i8 %n) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %body ]
  %c = icmp ult i8 %i, 200
  br i1 %c, label %body, label %out
body:
  %j = add i8 %i, %n
  br label %loop
out:
  %v = add nuw i8 %i, 60
  ret i8 %v
}
; latch value under the wrong exit
define i8 @src3(i8 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add i8 %i, 1
  %w = load volatile i8, ptr %p
  %c = icmp ult i8 %w, 100
  br i1 %c, label %loop, label %out
out:
  ret i8 %j
}
define i8 @tgt3(i8 %n, ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i8 [ 0, %entry ], [ %j, %loop ]
  %j = add nuw i8 %i, 1
  %w = load volatile i8, ptr %p
  %c = icmp ult i8 %w, 100
  br i1 %c, label %loop, label %out
out:
  ret i8 %j
}
; pointer compared, number used
define i8 @src4(i8 %x, i8 %y) {
  %s = sub i8 %x, %y
  %c = icmp ult i8 %s, 5
  br i1 %c, label %t, label %e
t:
  %v = add i8 %x, 1
  ret i8 %v
e:
  ret i8 0
}
define i8 @tgt4(i8 %x, i8 %y) {
  %s = sub i8 %x, %y
  %c = icmp ult i8 %s, 5
  br i1 %c, label %t, label %e
t:
  %v = add nuw i8 %x, 1
  ret i8 %v
e:
  ret i8 0
}
; a select, not a branch: the other arm is computed too, but the poison is only chosen if taken -> right; returned sum of both is wrong
define i8 @src5(i8 %x) {
  %c = icmp ult i8 %x, 10
  %a = add i8 %x, 1
  %s = select i1 %c, i8 %a, i8 0
  %r = or i8 %s, %a
  ret i8 %r
}
define i8 @tgt5(i8 %x) {
  %c = icmp ult i8 %x, 10
  %a = add nuw i8 %x, 1
  %s = select i1 %c, i8 %a, i8 0
  %r = or i8 %s, %a
  ret i8 %r
}
; an undef operand: the comparison is of one choice, the sum of another
define i8 @src6(ptr %p) {
  %a = alloca i8
  %x = load i8, ptr %a
  %f = freeze i8 %x
  %c = icmp ult i8 %f, 10
  br i1 %c, label %t, label %e
t:
  %g = freeze i8 %x
  %v = add i8 %g, 1
  ret i8 %v
e:
  ret i8 0
}
define i8 @tgt6(ptr %p) {
  %a = alloca i8
  %x = load i8, ptr %a
  %f = freeze i8 %x
  %c = icmp ult i8 %f, 10
  br i1 %c, label %t, label %e
t:
  %g = freeze i8 %x
  %v = add nuw i8 %g, 1
  ret i8 %v
e:
  ret i8 0
}
