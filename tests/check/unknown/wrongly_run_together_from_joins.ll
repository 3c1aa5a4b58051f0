; RUN: tollgate check %s --no-refute
; One thing is wrong in each of these loops behind joins: on one way only, or of the last time only. (§4.10)

declare void @see(i32)
declare ptr @make()
declare void @use(ptr)
declare void @free(ptr)

; Null is tested as if it were not, on the way without a call.
define void @src1(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  br label %h
h:
  %i = phi i32 [ 0, %join ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %has = icmp ne ptr %p, null
  br i1 %has, label %some, label %next
some:
  call void @use(ptr %p)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt1(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  %t = icmp ne ptr %g, null
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  %has = phi i1 [ %t, %given ], [ true, %entry ]
  %fixed = freeze i1 %has
  br i1 %fixed, label %h, label %h2
h:
  %i = phi i32 [ 0, %join ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  call void @use(ptr %p)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %join ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %h2
out:
  ret void
}


; On one way it is tested whether it is null, on the other whether it is not.
define void @src2(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  br label %h
h:
  %i = phi i32 [ 0, %join ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %has = icmp ne ptr %p, null
  br i1 %has, label %some, label %next
some:
  call void @use(ptr %p)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt2(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  %t = icmp eq ptr %g, null
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  %has = phi i1 [ %t, %given ], [ false, %entry ]
  %fixed = freeze i1 %has
  br i1 %fixed, label %h, label %h2
h:
  %i = phi i32 [ 0, %join ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  call void @use(ptr %p)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %join ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %h2
out:
  ret void
}


; What is tested is not null on the way without a call.
define void @src3(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ @see, %entry ]
  br label %h
h:
  %i = phi i32 [ 0, %join ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %has = icmp ne ptr %p, null
  br i1 %has, label %some, label %next
some:
  call void @use(ptr %p)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt3(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  %has = icmp ne ptr %p, null
  %fixed = freeze i1 %has
  br i1 %fixed, label %h, label %h2
h:
  %i = phi i32 [ 0, %join ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  call void @use(ptr %p)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %join ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %h2
out:
  ret void
}


; The test is of another call.
define void @src4(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  %g2 = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  br label %h
h:
  %i = phi i32 [ 0, %join ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %has = icmp ne ptr %p, null
  br i1 %has, label %some, label %next
some:
  call void @use(ptr %p)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt4(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  %g2 = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g2, %given ], [ null, %entry ]
  %has = icmp ne ptr %p, null
  %fixed = freeze i1 %has
  br i1 %fixed, label %h, label %h2
h:
  %i = phi i32 [ 0, %join ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  call void @use(ptr %p)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %join ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %h2
out:
  ret void
}


; Without `freeze` it is undefined where the loop is not run. (§4.7)
define void @src5(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  br label %h
h:
  %i = phi i32 [ 0, %join ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %has = icmp ne ptr %p, null
  br i1 %has, label %some, label %next
some:
  call void @use(ptr %p)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt5(i1 noundef %c, i32 noundef %n) {
entry:
  br i1 %c, label %given, label %join
given:
  %g = call ptr @make()
  br label %join
join:
  %p = phi ptr [ %g, %given ], [ null, %entry ]
  %has = icmp ne ptr %p, null
  br i1 %has, label %h, label %h2
h:
  %i = phi i32 [ 0, %join ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  call void @use(ptr %p)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %join ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %h2
out:
  ret void
}


; What was read before the call is not what is there behind it. (§7.1)
define i32 @src6(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  call void @see(i32 1)
  br label %join
join:
  %first = load ptr, ptr %q
  br label %h
h:
  %at = phi ptr [ %first, %join ], [ %next, %step ]
  %s = phi i32 [ 0, %join ], [ %s2, %step ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  br i1 %d, label %odd, label %step
odd:
  call void @see(i32 2)
  br label %step
step:
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
out:
  ret i32 %s
}
define i32 @tgt6(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  %first = load ptr, ptr %q
  br i1 %c, label %call, label %join
call:
  call void @see(i32 1)
  br label %join
join:
  br i1 %d, label %h, label %h2
h:
  %at = phi ptr [ %first, %join ], [ %next, %body ]
  %s = phi i32 [ 0, %join ], [ %s2, %body ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  call void @see(i32 2)
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
h2:
  %at2 = phi ptr [ %first, %join ], [ %next2, %body2 ]
  %t = phi i32 [ 0, %join ], [ %t2, %body2 ]
  %more2 = icmp ne ptr %at2, null
  br i1 %more2, label %body2, label %out
body2:
  %v2 = getelementptr i8, ptr %at2, i64 8
  %x2 = load i32, ptr %v2
  %t2 = add i32 %t, %x2
  %next2 = load ptr, ptr %at2
  br label %h2
out:
  %r = phi i32 [ %s, %h ], [ %t, %h2 ]
  ret i32 %r
}


; On one way the first is read from elsewhere.
define i32 @src7(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  call void @see(i32 1)
  br label %join
join:
  %first = load ptr, ptr %q
  br label %h
h:
  %at = phi ptr [ %first, %join ], [ %next, %step ]
  %s = phi i32 [ 0, %join ], [ %s2, %step ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  br i1 %d, label %odd, label %step
odd:
  call void @see(i32 2)
  br label %step
step:
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
out:
  ret i32 %s
}
define i32 @tgt7(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  %q8 = getelementptr i8, ptr %q, i64 8
  call void @see(i32 1)
  br label %join
join:
  %where = phi ptr [ %q, %entry ], [ %q8, %call ]
  %first = load ptr, ptr %where
  br i1 %d, label %h, label %h2
h:
  %at = phi ptr [ %first, %join ], [ %next, %body ]
  %s = phi i32 [ 0, %join ], [ %s2, %body ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  call void @see(i32 2)
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
h2:
  %at2 = phi ptr [ %first, %join ], [ %next2, %body2 ]
  %t = phi i32 [ 0, %join ], [ %t2, %body2 ]
  %more2 = icmp ne ptr %at2, null
  br i1 %more2, label %body2, label %out
body2:
  %v2 = getelementptr i8, ptr %at2, i64 8
  %x2 = load i32, ptr %v2
  %t2 = add i32 %t, %x2
  %next2 = load ptr, ptr %at2
  br label %h2
out:
  %r = phi i32 [ %s, %h ], [ %t, %h2 ]
  ret i32 %r
}


; One of the loops reads the next before the call that may change it. (§7.1)
define i32 @src8(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  call void @see(i32 1)
  br label %join
join:
  %first = load ptr, ptr %q
  br label %h
h:
  %at = phi ptr [ %first, %join ], [ %next, %step ]
  %s = phi i32 [ 0, %join ], [ %s2, %step ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  br i1 %d, label %odd, label %step
odd:
  call void @see(i32 2)
  br label %step
step:
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
out:
  ret i32 %s
}
define i32 @tgt8(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  call void @see(i32 1)
  br label %join
join:
  %first = load ptr, ptr %q
  br i1 %d, label %h, label %h2
h:
  %at = phi ptr [ %first, %join ], [ %next, %body ]
  %s = phi i32 [ 0, %join ], [ %s2, %body ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  %next = load ptr, ptr %at
  call void @see(i32 2)
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  br label %h
h2:
  %at2 = phi ptr [ %first, %join ], [ %next2, %body2 ]
  %t = phi i32 [ 0, %join ], [ %t2, %body2 ]
  %more2 = icmp ne ptr %at2, null
  br i1 %more2, label %body2, label %out
body2:
  %v2 = getelementptr i8, ptr %at2, i64 8
  %x2 = load i32, ptr %v2
  %t2 = add i32 %t, %x2
  %next2 = load ptr, ptr %at2
  br label %h2
out:
  %r = phi i32 [ %s, %h ], [ %t, %h2 ]
  ret i32 %r
}


; On one way what is read is gone.
define i32 @src9(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  call void @free(ptr %q)
  call void @see(i32 1)
  br label %join
join:
  br i1 %d, label %read, label %quit
read:
  %first = load ptr, ptr %q
  br label %h
h:
  %at = phi ptr [ %first, %read ], [ %next, %step ]
  %s = phi i32 [ 0, %read ], [ %s2, %step ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  br i1 %d, label %odd, label %step
odd:
  call void @see(i32 2)
  br label %step
step:
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
out:
  ret i32 %s
quit:
  ret i32 0
}
define i32 @tgt9(ptr %q, i1 noundef %c, i1 noundef %d) {
entry:
  br i1 %c, label %call, label %join
call:
  call void @free(ptr %q)
  call void @see(i32 1)
  br label %join
join:
  %first = load ptr, ptr %q
  br i1 %d, label %h, label %h2
h:
  %at = phi ptr [ %first, %join ], [ %next, %body ]
  %s = phi i32 [ 0, %join ], [ %s2, %body ]
  %more = icmp ne ptr %at, null
  br i1 %more, label %body, label %out
body:
  call void @see(i32 2)
  %v = getelementptr i8, ptr %at, i64 8
  %x = load i32, ptr %v
  %s2 = add i32 %s, %x
  %next = load ptr, ptr %at
  br label %h
h2:
  %at2 = phi ptr [ %first, %join ], [ %next2, %body2 ]
  %t = phi i32 [ 0, %join ], [ %t2, %body2 ]
  %more2 = icmp ne ptr %at2, null
  br i1 %more2, label %body2, label %out
body2:
  %v2 = getelementptr i8, ptr %at2, i64 8
  %x2 = load i32, ptr %v2
  %t2 = add i32 %t, %x2
  %next2 = load ptr, ptr %at2
  br label %h2
out:
  %r = phi i32 [ %s, %h ], [ %t, %h2 ]
  ret i32 %r
}


; The test is of the last round of the outer loop.
define void @src10() {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o2, %done ]
  %m = phi i32 [ 7, %entry ], [ %m2, %done ]
  %again = icmp slt i32 %o, 6
  br i1 %again, label %start, label %out
start:
  %rest = srem i32 %o, 3
  %odd = icmp eq i32 %rest, 2
  br label %h
h:
  %i = phi i32 [ 0, %start ], [ %i2, %next ]
  %m2 = phi i32 [ %m, %start ], [ %m3, %next ]
  %more = icmp slt i32 %i, 200
  br i1 %more, label %body, label %done
body:
  %m3 = mul i32 %m2, 17
  br i1 %odd, label %one, label %two
one:
  call void @see(i32 %m3)
  br label %next
two:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
done:
  %o2 = add i32 %o, 1
  br label %outer
out:
  ret void
}
define void @tgt10() {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o2, %done ]
  %m = phi i32 [ 7, %entry ], [ %m2, %done ]
  %last = phi i1 [ false, %entry ], [ %odd, %done ]
  %again = icmp slt i32 %o, 6
  br i1 %again, label %start, label %out
start:
  %rest = srem i32 %o, 3
  %odd = icmp eq i32 %rest, 2
  br i1 %last, label %ha, label %hb
ha:
  %i = phi i32 [ 0, %start ], [ %i2, %one ]
  %ma = phi i32 [ %m, %start ], [ %ma2, %one ]
  %more = icmp slt i32 %i, 200
  br i1 %more, label %one, label %done
one:
  %ma2 = mul i32 %ma, 17
  call void @see(i32 %ma2)
  %i2 = add i32 %i, 1
  br label %ha
hb:
  %j = phi i32 [ 0, %start ], [ %j2, %two ]
  %mb = phi i32 [ %m, %start ], [ %mb2, %two ]
  %more2 = icmp slt i32 %j, 200
  br i1 %more2, label %two, label %done
two:
  %mb2 = mul i32 %mb, 17
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %hb
done:
  %m2 = phi i32 [ %ma, %ha ], [ %mb, %hb ]
  %o2 = add i32 %o, 1
  br label %outer
out:
  ret void
}


; One of the loops goes on with what the outer loop began with.
define void @src11() {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o2, %done ]
  %m = phi i32 [ 7, %entry ], [ %m2, %done ]
  %again = icmp slt i32 %o, 6
  br i1 %again, label %start, label %out
start:
  %rest = srem i32 %o, 3
  %odd = icmp eq i32 %rest, 2
  br label %h
h:
  %i = phi i32 [ 0, %start ], [ %i2, %next ]
  %m2 = phi i32 [ %m, %start ], [ %m3, %next ]
  %more = icmp slt i32 %i, 200
  br i1 %more, label %body, label %done
body:
  %m3 = mul i32 %m2, 17
  br i1 %odd, label %one, label %two
one:
  call void @see(i32 %m3)
  br label %next
two:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
done:
  %o2 = add i32 %o, 1
  br label %outer
out:
  ret void
}
define void @tgt11() {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o2, %done ]
  %m = phi i32 [ 7, %entry ], [ %m2, %done ]
  %again = icmp slt i32 %o, 6
  br i1 %again, label %start, label %out
start:
  %rest = srem i32 %o, 3
  %odd = icmp eq i32 %rest, 2
  br i1 %odd, label %ha, label %hb
ha:
  %i = phi i32 [ 0, %start ], [ %i2, %one ]
  %ma = phi i32 [ %m, %start ], [ %ma2, %one ]
  %more = icmp slt i32 %i, 200
  br i1 %more, label %one, label %done
one:
  %ma2 = mul i32 %ma, 17
  call void @see(i32 %ma2)
  %i2 = add i32 %i, 1
  br label %ha
hb:
  %j = phi i32 [ 0, %start ], [ %j2, %two ]
  %mb = phi i32 [ %m, %start ], [ %mb2, %two ]
  %more2 = icmp slt i32 %j, 200
  br i1 %more2, label %two, label %done
two:
  %mb2 = mul i32 %mb, 17
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %hb
done:
  %m2 = phi i32 [ %ma, %ha ], [ %m, %hb ]
  %o2 = add i32 %o, 1
  br label %outer
out:
  ret void
}


; Behind the loops it is asked the other way round.
define i32 @src12(i32 %x, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %t = icmp ne i32 %x, 0
  br i1 %t, label %some, label %next
some:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  %u = icmp ne i32 %x, 0
  br i1 %u, label %yes, label %no
yes:
  call void @see(i32 -1)
  ret i32 1
no:
  call void @see(i32 -2)
  ret i32 2
}
define i32 @tgt12(i32 %x, i32 noundef %n) {
entry:
  %t = icmp ne i32 %x, 0
  %fixed = freeze i1 %t
  br i1 %fixed, label %h, label %h2
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %i)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %entry ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  %j2 = add i32 %j, 1
  br label %h2
out:
  %u = icmp eq i32 %x, 0
  br i1 %u, label %yes, label %no
yes:
  call void @see(i32 -1)
  ret i32 1
no:
  call void @see(i32 -2)
  ret i32 2
}


; One of the loops does what the other should.
define i32 @src13(i32 %x, i32 noundef %n) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %t = icmp ne i32 %x, 0
  br i1 %t, label %some, label %next
some:
  call void @see(i32 %i)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  %u = icmp ne i32 %x, 0
  br i1 %u, label %yes, label %no
yes:
  call void @see(i32 -1)
  ret i32 1
no:
  call void @see(i32 -2)
  ret i32 2
}
define i32 @tgt13(i32 %x, i32 noundef %n) {
entry:
  %t = icmp ne i32 %x, 0
  %fixed = freeze i1 %t
  br i1 %fixed, label %h, label %h2
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %entry ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %j)
  %j2 = add i32 %j, 1
  br label %h2
out:
  %u = icmp ne i32 %x, 0
  br i1 %u, label %yes, label %no
yes:
  call void @see(i32 -1)
  ret i32 1
no:
  call void @see(i32 -2)
  ret i32 2
}

declare i32 @ask()

; What is made of another value is made by another operation on one of the ways.
define void @src14(i1 noundef %c, i1 noundef %d, i32 noundef %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %xa = call i32 @ask()
  %ya = add i32 %xa, 1
  br label %join
b:
  %xb = call i32 @ask()
  call void @see(i32 0)
  %yb = xor i32 %xb, 1
  br label %join
join:
  %x = phi i32 [ %xa, %a ], [ %xb, %b ]
  %y = phi i32 [ %ya, %a ], [ %yb, %b ]
  br label %h
h:
  %i = phi i32 [ 0, %join ], [ %i2, %next ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %y)
  br i1 %d, label %some, label %next
some:
  call void @see(i32 %x)
  br label %next
next:
  %i2 = add i32 %i, 1
  br label %h
out:
  ret void
}
define void @tgt14(i1 noundef %c, i1 noundef %d, i32 noundef %n) {
entry:
  br i1 %c, label %a, label %b
a:
  %xa = call i32 @ask()
  br label %join
b:
  %xb = call i32 @ask()
  call void @see(i32 0)
  br label %join
join:
  %x = phi i32 [ %xa, %a ], [ %xb, %b ]
  %y = add i32 %x, 1
  br i1 %d, label %h, label %h2
h:
  %i = phi i32 [ 0, %join ], [ %i2, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %out
body:
  call void @see(i32 %y)
  call void @see(i32 %x)
  %i2 = add i32 %i, 1
  br label %h
h2:
  %j = phi i32 [ 0, %join ], [ %j2, %body2 ]
  %more2 = icmp slt i32 %j, %n
  br i1 %more2, label %body2, label %out
body2:
  call void @see(i32 %y)
  %j2 = add i32 %j, 1
  br label %h2
out:
  ret void
}
