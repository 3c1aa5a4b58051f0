; RUN: tollgate check %s
; A loop that decides on what it does not change becomes two loops. Each answer is a case of the proof. (§4.10)

declare void @see(i32)

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

; What may be undef or poison is frozen: the loop may not have decided on it. (§4.2)
define void @src2(ptr %p, i32 noundef %n) {
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
define void @tgt2(ptr %p, i32 noundef %n) {
entry:
  %maybe = load i1, ptr %p
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
