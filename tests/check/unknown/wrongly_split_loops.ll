; RUN: tollgate check %s --no-refute
; Near misses of loops that were split. (§4.10)

declare void @see(i32)

; The answers are exchanged.
define void @src1(i1 noundef %flag, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %flag, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt1(i1 noundef %flag, i32 noundef %n) {
entry:
  br i1 %flag, label %k, label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}

; The second loop does more.
define void @src2(i1 noundef %flag, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %flag, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt2(i1 noundef %flag, i32 noundef %n) {
entry:
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  call void @see(i32 7)
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}

; It is not frozen, and the loop may not have decided on it. (§4.7)
define void @src3(ptr %p, i32 noundef %n) {
entry:
  %flag = load i1, ptr %p
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %flag, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt3(ptr %p, i32 noundef %n) {
entry:
  %flag = load i1, ptr %p
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}
; What is frozen is another one. (§4.2)
define void @src4(ptr %p, i1 %other, i32 noundef %n) {
entry:
  %flag = load i1, ptr %p
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %flag, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt4(ptr %p, i1 %other, i32 noundef %n) {
entry:
  %maybe = load i1, ptr %p
  %flag = freeze i1 %other
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}
; It is frozen anew in each iteration of the source. One answer for all of them would be right, but is not shown to be. (§4.2)
define void @src5(i1 %maybe, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %flag = freeze i1 %maybe
  br i1 %flag, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt5(i1 %maybe, i32 noundef %n) {
entry:
  %flag = freeze i1 %maybe
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}
; One that changes in the loop.
define void @src6(i1 noundef %flag, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %odd = trunc i32 %i to i1
  br i1 %odd, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt6(i1 noundef %flag, i32 noundef %n) {
entry:
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}

; What is frozen is returned, and what is not. (§4.2)
define i1 @src7(i1 %maybe, i32 noundef %n) {
entry:
  %flag = freeze i1 %maybe
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %flag, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i1 %flag
}
define i1 @tgt7(i1 %maybe, i32 noundef %n) {
entry:
  %flag = freeze i1 %maybe
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret i1 %maybe
}

; What is frozen is poison where the sum of the source is not. (§12.3)
define void @src8(i32 noundef %x, i32 noundef %y, i32 noundef %n) {
entry:
  %sum = add i32 %x, %y
  %c = icmp slt i32 %sum, %x
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %c, label %yes, label %next
yes:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt8(i32 noundef %x, i32 noundef %y, i32 noundef %n) {
entry:
  %sum = add nsw i32 %x, %y
  %c = icmp slt i32 %sum, %x
  %flag = freeze i1 %c
  br i1 %flag, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k2 ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %k2, label %out
k2:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}
