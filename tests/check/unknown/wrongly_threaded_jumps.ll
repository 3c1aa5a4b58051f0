; RUN: tollgate check %s --no-refute
; Near misses of threaded jumps. (§5.1)

; The exits of the target are not all of the source: it goes on where the source has left.
define i32 @src1(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %j
t:
  %v = load i32, ptr %p
  %c2 = icmp eq i32 %v, 0
  br label %j
j:
  %c = phi i1 [ false, %h ], [ %c2, %t ]
  br i1 %c, label %body, label %out
body:
  store i32 %i, ptr %p
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i32 %i
}
define i32 @tgt1(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %out
t:
  %v = load i32, ptr %p
  %c2 = icmp eq i32 %v, 0
  br i1 %c2, label %body, label %body
body:
  store i32 %i, ptr %p
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i32 %i
}

; Which exit was taken is not known to be the first one.
define i32 @src2(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %t ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %first
t:
  %i2 = add i32 %i, 1
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %c2 = icmp eq i32 %v, 0
  br i1 %c2, label %h, label %second
first:
  br label %out
second:
  br label %out
out:
  %which = phi i32 [ 1, %first ], [ 2, %second ]
  ret i32 %which
}
define i32 @tgt2(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %t ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %out
t:
  %i2 = add i32 %i, 1
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %c2 = icmp eq i32 %v, 0
  br i1 %c2, label %h, label %out
out:
  ret i32 1
}

; Behind a loop that may not be entered, nothing is known of its exits.
define i32 @src3(i1 noundef %guard, i32 noundef %n) mustprogress {
entry:
  br i1 %guard, label %h, label %out
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %t ]
  br label %t
t:
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  %go = select i1 %guard, i1 %c, i1 true
  br i1 %go, label %h, label %done
done:
  br label %out
out:
  %r = phi i32 [ 7, %entry ], [ 8, %done ]
  ret i32 %r
}
define i32 @tgt3(i1 noundef %guard, i32 noundef %n) mustprogress {
  ret i32 8
}

; What follows a variable matters where the loop stays. (§5.9)
define i64 @src4(i64 noundef %n) mustprogress {
entry:
  br label %h
h:
  %i = phi i64 [ %n, %entry ], [ %next, %j ]
  %big = icmp ugt i64 %i, 100
  br i1 %big, label %t, label %j
t:
  %half = lshr i64 %i, 1
  br label %j
j:
  %next = phi i64 [ %half, %t ], [ 0, %h ]
  %go = icmp ne i64 %i, 0
  br i1 %go, label %h, label %out
out:
  ret i64 %i
}
define i64 @tgt4(i64 noundef %n) mustprogress {
entry:
  br label %h
h:
  %i = phi i64 [ %n, %entry ], [ %half, %h ]
  %half = lshr i64 %i, 1
  %go = icmp ne i64 %i, 0
  br i1 %go, label %h, label %out
out:
  ret i64 7
}

; A branch on an arm that need not be chosen. (§12.2)
declare i32 @number()
define i32 @src5(i1 noundef %c) {
entry:
  %x = call i32 @number()
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ %x, %a ], [ 0, %entry ]
  %is = icmp eq i32 %v, 3
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @tgt5(i1 noundef %c) {
entry:
  %x = call i32 @number()
  %is = icmp eq i32 %x, 3
  br i1 %is, label %maybe, label %no
maybe:
  br i1 %c, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}

; It is known to be another number there. (§4.6)
declare void @use(i32)
define void @src6(i32 noundef %x) {
  call void @use(i32 %x)
  ret void
}
define void @tgt6(i32 noundef %x) {
entry:
  %is = icmp eq i32 %x, 0
  br i1 %is, label %zero, label %join
zero:
  br label %join
join:
  %v = phi i32 [ 1, %zero ], [ %x, %entry ]
  call void @use(i32 %v)
  ret void
}

; The number is the same, but the sum may be poison for it. (§12.3)
define i32 @src7(i32 noundef %x) {
entry:
  %is = icmp eq i32 %x, 1
  br i1 %is, label %one, label %more
one:
  br label %join
more:
  %sum = add nsw i32 %x, 2147483647
  br label %join
join:
  %v = phi i32 [ -2147483648, %one ], [ %sum, %more ]
  ret i32 %v
}
define i32 @tgt7(i32 noundef %x) {
  %sum = add nsw i32 %x, 2147483647
  ret i32 %sum
}

; The same, where it is stored.
define void @src8(i32 noundef %x, ptr %p) {
entry:
  %is = icmp eq i32 %x, 1
  br i1 %is, label %one, label %more
one:
  store i32 -2147483648, ptr %p
  br label %join
more:
  %sum = add nsw i32 %x, 2147483647
  store i32 %sum, ptr %p
  br label %join
join:
  ret void
}
define void @tgt8(i32 noundef %x, ptr %p) {
  %sum = add nsw i32 %x, 2147483647
  store i32 %sum, ptr %p
  ret void
}

; A choice by a number, of what it makes of another one: less defined than the number. (§2.4)
define i32 @src9(i32 noundef %x, i32 noundef %y) {
  %z = icmp eq i32 %x, 0
  %a = shl i32 %x, %y
  %v = select i1 %z, i32 0, i32 %a
  ret i32 %v
}
define i32 @tgt9(i32 noundef %x, i32 noundef %y) {
  %v = shl i32 %x, %y
  ret i32 %v
}

; The same, and the target branches on it.
define i32 @src10(i32 noundef %x, i32 %y) {
entry:
  %z = icmp eq i32 %x, 0
  br i1 %z, label %zero, label %more
zero:
  br label %join
more:
  %a = mul i32 %x, %y
  br label %join
join:
  %v = phi i32 [ 0, %zero ], [ %a, %more ]
  %is = icmp eq i32 %v, 3
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @tgt10(i32 noundef %x, i32 %y) {
  %a = mul i32 %x, %y
  %is = icmp eq i32 %a, 3
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}

; What the source decides by where it does not matter says nothing of the number.
define i32 @src11(i1 noundef %c, i8 %x) {
entry:
  br i1 %c, label %ask, label %join
ask:
  %is = icmp eq i8 %x, 5
  br label %join
join:
  %d = phi i1 [ %is, %ask ], [ true, %entry ]
  br i1 %d, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @tgt11(i1 noundef %c, i8 %x) {
entry:
  br i1 %c, label %ask, label %other
ask:
  %is = icmp eq i8 %x, 5
  br i1 %is, label %yes, label %no
other:
  %all = icmp ule i8 %x, -1
  br i1 %all, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}

; The same with a comparison that has two outcomes.
define i32 @src12(i1 noundef %c, i8 %x) {
entry:
  br i1 %c, label %ask, label %join
ask:
  %is = icmp eq i8 %x, 5
  br label %join
join:
  %d = phi i1 [ %is, %ask ], [ true, %entry ]
  br i1 %d, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 2
}
define i32 @tgt12(i1 noundef %c, i8 %x) {
entry:
  %is = icmp eq i8 %x, 5
  br i1 %is, label %yes, label %maybe
maybe:
  br i1 %c, label %no, label %yes
yes:
  ret i32 1
no:
  ret i32 2
}

; The decision that is chosen tests a sum that is never poison.
define i32 @src13(i1 noundef %c, i32 noundef %x, i32 noundef %y) {
entry:
  %y1 = add nsw i32 %x, %y
  %y2 = add i32 %x, %y
  %t1 = icmp ult i32 %y1, 7
  %t2 = icmp ult i32 %y2, 5
  br i1 %c, label %j, label %b
b:
  br label %j
j:
  %d = phi i1 [ %t1, %entry ], [ %t2, %b ]
  br i1 %d, label %t, label %f
t:
  ret i32 1
f:
  ret i32 2
}
define i32 @tgt13(i1 noundef %c, i32 noundef %x, i32 noundef %y) {
  %y1 = add nsw i32 %x, %y
  %k1 = icmp ult i32 %y1, 7
  %k2 = icmp ult i32 %y1, 5
  %d = select i1 %c, i1 %k1, i1 %k2
  br i1 %d, label %t, label %f
t:
  ret i32 1
f:
  ret i32 2
}

; What is chosen where control comes to one block is not what is chosen behind it.
define i32 @src14(i1 noundef %c, i1 noundef %e, i32 noundef %a, i32 noundef %b, ptr %p) {
entry:
  br i1 %c, label %x, label %y
x:
  br label %j
y:
  br label %j
j:
  %v = phi i32 [ %a, %x ], [ %b, %y ]
  br i1 %c, label %z, label %out
z:
  store i32 %v, ptr %p
  br label %out
out:
  ret i32 %v
}
define i32 @tgt14(i1 noundef %c, i1 noundef %e, i32 noundef %a, i32 noundef %b, ptr %p) {
entry:
  br i1 %c, label %z, label %out
z:
  store i32 %a, ptr %p
  br label %out
out:
  ret i32 %a
}

; The comparison of the other value was never decided on.
define i32 @src15(i1 noundef %c, i32 %a, i32 %b) {
entry:
  br i1 %c, label %x, label %no
x:
  %is = icmp eq i32 %a, 3
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 1
}
define i32 @tgt15(i1 noundef %c, i32 %a, i32 %b) {
entry:
  br i1 %c, label %x, label %y
x:
  br label %j
y:
  br label %j
j:
  %v = phi i32 [ %a, %x ], [ %b, %y ]
  %is = icmp eq i32 %v, 3
  br i1 %is, label %yes, label %no
yes:
  ret i32 1
no:
  ret i32 1
}

; That some exit was taken does not say which.
define void @src16(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %t ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %first
t:
  %i2 = add i32 %i, 1
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %c2 = icmp eq i32 %v, 0
  br i1 %c2, label %h, label %out
first:
  call void @use(i32 %i)
  br label %out
out:
  ret void
}
define void @tgt16(i32 noundef %n, ptr %p) mustprogress {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %t ]
  %c1 = icmp ult i32 %i, %n
  br i1 %c1, label %t, label %last
t:
  %i2 = add i32 %i, 1
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %c2 = icmp eq i32 %v, 0
  br i1 %c2, label %h, label %last
last:
  call void @use(i32 %i)
  ret void
}
