; RUN: tollgate check %s --no-refute
; Loops that do the same in another shape: the functions are run together. (§4.10)

declare void @see(i32)
declare i32 @ask()

; Rotated: the test is at the end, and once before.
define i32 @src1(ptr %p, i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %s = phi i32 [ 0, %entry ], [ %s2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %s2 = add i32 %s, %v
  %i2 = add i32 %i, 1
  br label %h
out:
  ret i32 %s
}
define i32 @tgt1(ptr %p, i32 %n) {
entry:
  %some = icmp ult i32 0, %n
  br i1 %some, label %body, label %out
body:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %s = phi i32 [ 0, %entry ], [ %s2, %body ]
  %at = getelementptr i32, ptr %p, i32 %i
  %v = load i32, ptr %at
  %s2 = add i32 %s, %v
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i2, %n
  br i1 %more, label %body, label %out
out:
  %r = phi i32 [ 0, %entry ], [ %s2, %body ]
  ret i32 %r
}

; Rotated, with a number of iterations that is known: there is no test before.
define void @src2(ptr %p) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, 100
  br i1 %more, label %body, label %out
body:
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt2(ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i2, 100
  br i1 %more, label %body, label %out
out:
  ret void
}

; The first iteration is peeled off.
define void @src3(i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt3(i32 %n) {
entry:
  %some = icmp ult i32 0, %n
  br i1 %some, label %first, label %out
first:
  call void @see(i32 0)
  br label %h
h:
  %i = phi i32 [ 1, %first ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}

; Two iterations at once, both tested.
define void @src4(i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt4(i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i3, %second ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  %more2 = icmp ult i32 %i2, %n
  br i1 %more2, label %second, label %out
second:
  call void @see(i32 %i2)
  %i3 = add i32 %i2, 1
  br label %h
out:
  ret void
}

; All four iterations, with no loop left. (§4.8)
define void @src5() {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, 4
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt5() {
  call void @see(i32 0)
  call void @see(i32 1)
  call void @see(i32 2)
  call void @see(i32 3)
  ret void
}

; Split by a condition that changes in the loop around it.
define void @src6(i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %rest = icmp ult i32 %k, %m
  br i1 %rest, label %h, label %out
h:
  %i = phi i32 [ 0, %outer ], [ %i2, %step ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %next
body:
  %is.first = icmp eq i32 %k, 0
  br i1 %is.first, label %yes, label %step
yes:
  call void @see(i32 %i)
  br label %step
step:
  %i2 = add i32 %i, 1
  br label %h
next:
  %k2 = add i32 %k, 1
  br label %outer
out:
  ret void
}
define void @tgt6(i32 %n, i32 %m) {
entry:
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %rest = icmp ult i32 %k, %m
  br i1 %rest, label %split, label %out
split:
  %is.first = icmp eq i32 %k, 0
  %frozen = freeze i1 %is.first
  br i1 %frozen, label %h, label %g
h:
  %i = phi i32 [ 0, %split ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %next
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
g:
  %j = phi i32 [ 0, %split ], [ %j2, %step ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %step, label %next
step:
  %j2 = add i32 %j, 1
  br label %g
next:
  %k2 = add i32 %k, 1
  br label %outer
out:
  ret void
}

; A state machine whose state is known where it comes from: each state became a loop of its own.
define void @src7() {
entry:
  br label %h
h:
  %state = phi i32 [ 0, %entry ], [ %next, %latch ]
  %v = call i32 @ask()
  %stop = icmp eq i32 %v, 0
  br i1 %stop, label %out, label %on
on:
  %is.zero = icmp eq i32 %state, 0
  br i1 %is.zero, label %zero, label %one
zero:
  call void @see(i32 %v)
  br label %latch
one:
  br label %latch
latch:
  %next = phi i32 [ 1, %zero ], [ 0, %one ]
  br label %h
out:
  ret void
}
define void @tgt7() {
entry:
  br label %even
even:
  %v = call i32 @ask()
  %stop = icmp eq i32 %v, 0
  br i1 %stop, label %out, label %zero
zero:
  call void @see(i32 %v)
  %w = call i32 @ask()
  %end = icmp eq i32 %w, 0
  br i1 %end, label %out, label %even
out:
  ret void
}

; The same two times frozen: where the target chooses differently the source is undefined. (§4.2)
define void @src8(i1 %c, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  br i1 %c, label %a, label %b
a:
  call void @see(i32 %i)
  br label %join
b:
  call void @see(i32 7)
  br label %join
join:
  br i1 %c, label %d, label %next
d:
  call void @see(i32 9)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt8(i1 %c, i32 noundef %n) {
entry:
  %f = freeze i1 %c
  br i1 %f, label %on, label %k
on:
  %g = freeze i1 %c
  br i1 %g, label %h, label %m
h:
  %i = phi i32 [ 0, %on ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  call void @see(i32 9)
  %i2 = add i32 %i, 1
  br label %h
m:
  %l = phi i32 [ 0, %on ], [ %l2, %m.body ]
  %m.more = icmp ult i32 %l, %n
  br i1 %m.more, label %m.body, label %out
m.body:
  call void @see(i32 %l)
  %l2 = add i32 %l, 1
  br label %m
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %k.next ]
  %k.more = icmp ult i32 %j, %n
  br i1 %k.more, label %k.body, label %out
k.body:
  call void @see(i32 7)
  br i1 %c, label %odd, label %k.next
odd:
  call void @see(i32 9)
  br label %k.next
k.next:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}

; The loop calls before it decides: the source has to wait for the target, which decides first. (§3.3)
define void @src9(i1 noundef %c) {
entry:
  br label %h
h:
  %v = call i32 @ask()
  %stop = icmp eq i32 %v, 0
  br i1 %stop, label %out, label %on
on:
  br i1 %c, label %yes, label %next
yes:
  call void @see(i32 %v)
  br label %next
next:
  br label %h
out:
  ret void
}
define void @tgt9(i1 noundef %c) {
entry:
  br i1 %c, label %h, label %k
h:
  %v = call i32 @ask()
  %stop = icmp eq i32 %v, 0
  br i1 %stop, label %out, label %yes
yes:
  call void @see(i32 %v)
  br label %h
k:
  %w = call i32 @ask()
  %end = icmp eq i32 %w, 0
  br i1 %end, label %out, label %k
out:
  ret void
}

; Split by a case of a switch on a number that may be undef. (§5.7)
define void @src10(i32 %x, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  switch i32 %x, label %next [
    i32 4, label %four
    i32 5, label %five
  ]
four:
  call void @see(i32 %i)
  br label %next
five:
  call void @see(i32 7)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt10(i32 %x, i32 noundef %n) {
entry:
  %f = freeze i32 %x
  %is.four = icmp eq i32 %f, 4
  br i1 %is.four, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %four ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %four, label %out
four:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %next ]
  %less = icmp ult i32 %j, %n
  br i1 %less, label %body, label %out
body:
  switch i32 %x, label %next [
    i32 5, label %five
  ]
five:
  call void @see(i32 7)
  br label %next
next:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}

; A number that is a constant in some arms is that number behind them.
define void @src11(i32 noundef %x, ptr %p) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp ult i32 %i, 2000
  br i1 %more, label %body, label %out
body:
  %at = getelementptr i32, ptr %p, i32 %i
  switch i32 %x, label %next [
    i32 0, label %zero
    i32 1, label %one
  ]
zero:
  store i32 %i, ptr %at
  br label %next
one:
  store i32 42, ptr %at
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt11(i32 noundef %x, ptr %p) {
entry:
  %is.zero = icmp eq i32 %x, 0
  br i1 %is.zero, label %h, label %k
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %zero ]
  %more = icmp ult i32 %i, 2000
  br i1 %more, label %zero, label %out
zero:
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %i2 = add i32 %i, 1
  br label %h
k:
  %j = phi i32 [ 0, %entry ], [ %j2, %next ]
  %less = icmp ult i32 %j, 2000
  br i1 %less, label %body, label %out
body:
  %there = getelementptr i32, ptr %p, i32 %j
  %is.one = icmp eq i32 %x, 1
  br i1 %is.one, label %one, label %next
one:
  store i32 42, ptr %there
  br label %next
next:
  %j2 = add i32 %j, 1
  br label %k
out:
  ret void
}
