; RUN: tollgate check %s --no-refute
; Near misses of loops in another shape. (§4.10)

declare void @see(i32)
declare i32 @ask()
declare i1 @toss()

; There is no test before the first iteration.
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
  br i1 true, label %body, label %out
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

; What is returned is the sum without the last number.
define i32 @src2(ptr %p, i32 %n) {
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
define i32 @tgt2(ptr %p, i32 %n) {
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
  %r = phi i32 [ 0, %entry ], [ %s, %body ]
  ret i32 %r
}

; One iteration is missing.
define void @src3(ptr %p) {
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
define void @tgt3(ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i2, 99
  br i1 %more, label %body, label %out
out:
  ret void
}

; One iteration more.
define void @src4(ptr %p) {
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
define void @tgt4(ptr %p) {
entry:
  br label %body
body:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %at = getelementptr i32, ptr %p, i32 %i
  store i32 %i, ptr %at
  %i2 = add i32 %i, 1
  %more = icmp ule i32 %i2, 100
  br i1 %more, label %body, label %out
out:
  ret void
}

; The loop begins with the iteration that was peeled off.
define void @src5(i32 %n) {
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
define void @tgt5(i32 %n) {
entry:
  %some = icmp ult i32 0, %n
  br i1 %some, label %first, label %out
first:
  call void @see(i32 0)
  br label %h
h:
  %i = phi i32 [ 0, %first ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}

; The second iteration is not tested.
define void @src6(i32 %n) {
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
define void @tgt6(i32 %n) {
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
  br label %second
second:
  call void @see(i32 %i2)
  %i3 = add i32 %i2, 1
  br label %h
out:
  ret void
}

; The second iteration sees the number of the first.
define void @src7(i32 %n) {
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
define void @tgt7(i32 %n) {
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
  call void @see(i32 %i)
  %i3 = add i32 %i2, 1
  br label %h
out:
  ret void
}

; Two iterations in another order.
define void @src8() {
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
define void @tgt8() {
  call void @see(i32 0)
  call void @see(i32 2)
  call void @see(i32 1)
  call void @see(i32 3)
  ret void
}

; The condition is that of the first time around.
define void @src9(i32 %n, i32 %m) {
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
define void @tgt9(i32 %n, i32 %m) {
entry:
  %is.first = icmp eq i32 0, 0
  br label %outer
outer:
  %k = phi i32 [ 0, %entry ], [ %k2, %next ]
  %rest = icmp ult i32 %k, %m
  br i1 %rest, label %split, label %out
split:
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

; Both states see. (§3.3)
define void @src10() {
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
define void @tgt10() {
entry:
  br label %even
even:
  %v = call i32 @ask()
  %stop = icmp eq i32 %v, 0
  br i1 %stop, label %out, label %zero
zero:
  call void @see(i32 %v)
  %w = call i32 @ask()
  call void @see(i32 %w)
  %end = icmp eq i32 %w, 0
  br i1 %end, label %out, label %even
out:
  ret void
}

; The branch on what is not frozen comes before the loop, which may have no iteration. (§4.7)
define void @src11(i1 %c, i32 noundef %n) {
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
define void @tgt11(i1 %c, i32 noundef %n) {
entry:
  br i1 %c, label %on, label %k
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

; Only the target loops for ever. (§4.8)
define void @src12(i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, 10
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %n)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt12(i32 %n) {
entry:
  br label %body
body:
  call void @see(i32 %n)
  br label %body
}

; Only the source loops for ever, and nothing says that it must not. (§2.7, §4.8)
define i32 @src13(i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ %n, %entry ], [ %i2, %h ]
  %i2 = add i32 %i, 2
  %done = icmp eq i32 %i2, 0
  br i1 %done, label %out, label %h
out:
  ret i32 0
}
define i32 @tgt13(i32 %n) {
  ret i32 0
}

; The division of the second iteration comes before the call of the first, which may not return. (§2.3, §4.7)
define void @src14(i32 %n, i32 %d) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %q = udiv i32 1, %d
  call void @see(i32 %q)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt14(i32 %n, i32 %d) {
entry:
  %some = icmp ult i32 0, %n
  br i1 %some, label %first, label %out
first:
  %q1 = udiv i32 1, %d
  call void @see(i32 0)
  call void @see(i32 %q1)
  br label %h
h:
  %i = phi i32 [ 1, %first ], [ %i2, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %q = udiv i32 1, %d
  call void @see(i32 %q)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}

; What is frozen in the first iteration is not what is frozen in the others. (§4.2)
define void @src15(i32 %x, i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %f = phi i32 [ 0, %entry ], [ %g, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %first = icmp eq i32 %i, 0
  %y = freeze i32 %x
  %g = select i1 %first, i32 %y, i32 %f
  call void @see(i32 %g)
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt15(i32 %x, i32 %n) {
entry:
  %some = icmp ult i32 0, %n
  br i1 %some, label %body, label %out
body:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %y = freeze i32 %x
  call void @see(i32 %y)
  %i2 = add i32 %i, 1
  %more = icmp ult i32 %i2, %n
  br i1 %more, label %body, label %out
out:
  ret void
}

; Only the target promises that its loop makes progress. (§4.8, §4.9)
define void @src16(i32 %n) {
entry:
  br label %h
h:
  %i = phi i32 [ %n, %entry ], [ %i2, %body ]
  %more = icmp ne i32 %i, 0
  br i1 %more, label %body, label %out
body:
  %i2 = add i32 %i, 2
  br label %h
out:
  ret void
}
define void @tgt16(i32 %n) {
entry:
  %some = icmp ne i32 %n, 0
  br i1 %some, label %body, label %out
body:
  %i = phi i32 [ %n, %entry ], [ %i2, %body ]
  %i2 = add i32 %i, 2
  %more = icmp ne i32 %i2, 0
  br i1 %more, label %body, label %out, !llvm.loop !0
out:
  ret void
}

; One call more before the loop. (§3.3)
define void @src17(i1 noundef %c) {
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
define void @tgt17(i1 noundef %c) {
entry:
  %u = call i32 @ask()
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

; Split by the wrong case.
define void @src18(i32 %x, i32 noundef %n) {
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
define void @tgt18(i32 %x, i32 noundef %n) {
entry:
  %f = freeze i32 %x
  %is.four = icmp eq i32 %f, 5
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

; The number is not frozen, and the loop may have no iteration. (§4.7)
define void @src19(i32 %x, i32 noundef %n) {
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
define void @tgt19(i32 %x, i32 noundef %n) {
entry:
  %is.four = icmp eq i32 %x, 4
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

; The copy does not ask again. (§3.3)
define void @src20(i32 %x, i32 noundef %n) {
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
define void @tgt20(i32 %x, i32 noundef %n) {
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
    i32 6, label %five
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

; Behind the loop it is another number.
define void @src21(i32 noundef %x, ptr %p) {
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
define void @tgt21(i32 noundef %x, ptr %p) {
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
  %is.one = icmp eq i32 %x, 2
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

; What is compared with a frozen value is defined; the value itself need not be.
define i32 @src22(i32 noundef %n, i32 noundef %x) {
e:
  %s = add nsw i32 %n, 1
  %w = sub nsw i32 %s, 1
  switch i32 %x, label %K [ i32 4, label %J ]
J:
  ret i32 1
K:
  ret i32 2
}
define i32 @tgt22(i32 noundef %n, i32 noundef %x) {
e:
  %s = add nsw i32 %n, 1
  %w = sub nsw i32 %s, 1
  %f = freeze i32 %w
  %t = icmp eq i32 %x, %f
  br i1 %t, label %P, label %R
P:
  switch i32 %x, label %Kp [ i32 4, label %Jp ]
Jp:
  ret i32 1
Kp:
  %z = icmp eq i32 %x, %n
  br i1 %z, label %Q, label %V
Q:
  ret i32 2
V:
  ret i32 7
R:
  switch i32 %x, label %Kr [ i32 4, label %Jr ]
Jr:
  ret i32 1
Kr:
  ret i32 2
}

; The same with an observation. (§2.3)
define i32 @src23(i32 noundef %n, i32 noundef %x) {
e:
  %s = add nsw i32 %n, 1
  %w = sub nsw i32 %s, 1
  switch i32 %x, label %K [ i32 4, label %J ]
J:
  ret i32 1
K:
  call void @see(i32 2)
  ret i32 2
}
define i32 @tgt23(i32 noundef %n, i32 noundef %x) {
e:
  %s = add nsw i32 %n, 1
  %w = sub nsw i32 %s, 1
  %f = freeze i32 %w
  %t = icmp eq i32 %x, %f
  br i1 %t, label %P, label %R
P:
  switch i32 %x, label %Kp [ i32 4, label %Jp ]
Jp:
  ret i32 1
Kp:
  call void @see(i32 2)
  %z = icmp eq i32 %x, %n
  br i1 %z, label %Q, label %V
Q:
  ret i32 2
V:
  ret i32 7
R:
  switch i32 %x, label %Kr [ i32 4, label %Jr ]
Jr:
  ret i32 1
Kr:
  call void @see(i32 2)
  ret i32 2
}

; The source branches behind an observation: what that says is not known to the target before it. (§2.3)
define i32 @src24(i32 noundef %n) {
e:
  %s = add nsw i32 %n, 1
  %w = sub nsw i32 %s, 1
  %ab = call i1 @toss()
  br i1 %ab, label %J, label %X
X:
  ret i32 0
J:
  call void @see(i32 1)
  %c = icmp ult i32 %w, 4
  br i1 %c, label %A, label %B
A:
  ret i32 1
B:
  ret i32 2
}
define i32 @tgt24(i32 noundef %n) {
e:
  %s = add nsw i32 %n, 1
  %w = sub nsw i32 %s, 1
  %ab = call i1 @toss()
  br i1 %ab, label %J, label %X
X:
  ret i32 0
J:
  %f = freeze i32 %w
  %t = icmp ult i32 %f, 4
  br i1 %t, label %P, label %R
P:
  %z = icmp ult i32 %n, 4
  br i1 %z, label %Q, label %V
Q:
  call void @see(i32 1)
  ret i32 1
V:
  ret i32 7
R:
  call void @see(i32 1)
  %cr = icmp ult i32 %w, 4
  br i1 %cr, label %Ar, label %Br
Ar:
  ret i32 1
Br:
  ret i32 2
}

; Two choices for one value together say what no value of it satisfies. (§4.2)
define i32 @src25(i32 %y, i32 noundef %n) {
e:
  %x = mul i32 %y, %n
  %t = icmp eq i32 %x, 3
  br i1 %t, label %A, label %L
A:
  br label %L
L:
  %ab = call i1 @toss()
  br i1 %ab, label %L, label %J
J:
  call void @see(i32 1)
  %c1 = icmp ult i32 %x, 4
  br i1 %c1, label %J1, label %K
J1:
  %c2 = icmp ult i32 %x, 3
  br i1 %c2, label %K, label %J2
J2:
  ret i32 1
K:
  ret i32 2
}
define i32 @tgt25(i32 %y, i32 noundef %n) {
e:
  %x = mul i32 %y, %n
  %t = icmp eq i32 %x, 3
  br i1 %t, label %A, label %L
A:
  br label %L
L:
  %ab = call i1 @toss()
  br i1 %ab, label %L, label %J
J:
  %f1 = freeze i32 %x
  %t1 = icmp ult i32 %f1, 4
  br i1 %t1, label %P1, label %R
P1:
  %f2 = freeze i32 %x
  %t2 = icmp ult i32 %f2, 3
  br i1 %t2, label %R, label %P2
P2:
  %z = icmp eq i32 %x, 3
  br i1 %z, label %Q, label %W
Q:
  call void @see(i32 1)
  ret i32 1
W:
  ret i32 7
R:
  call void @see(i32 1)
  %c1 = icmp ult i32 %x, 4
  br i1 %c1, label %J1, label %K
J1:
  %c2 = icmp ult i32 %x, 3
  br i1 %c2, label %K, label %J2
J2:
  ret i32 1
K:
  ret i32 2
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.mustprogress"}
