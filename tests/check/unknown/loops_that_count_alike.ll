; RUN: tollgate check %s --no-refute
; A loop variable of a loop that is over is not that of the loop at hand, even if both count alike. (§12.4)
define void @src1(i8 %n, ptr %p) {
entry:
  br label %first
first:
  %i = phi i8 [ 0, %entry ], [ %i.next, %first ]
  %i.next = add i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %first, label %between
between:
  br label %second
second:
  %j = phi i8 [ 0, %between ], [ %j.next, %body ]
  %d = icmp ult i8 %j, 10
  br i1 %d, label %body, label %out
body:
  %j.next = add i8 %j, 1
  %v = add i8 %i, 1
  store volatile i8 %v, ptr %p
  br label %second
out:
  ret void
}
define void @tgt1(i8 %n, ptr %p) {
entry:
  br label %first
first:
  %i = phi i8 [ 0, %entry ], [ %i.next, %first ]
  %i.next = add i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %first, label %between
between:
  br label %second
second:
  %j = phi i8 [ 0, %between ], [ %j.next, %body ]
  %d = icmp ult i8 %j, 10
  br i1 %d, label %body, label %out
body:
  %j.next = add i8 %j, 1
  %v = add nuw i8 %i, 1
  store volatile i8 %v, ptr %p
  br label %second
out:
  ret void
}
