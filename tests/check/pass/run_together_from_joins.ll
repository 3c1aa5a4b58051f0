; RUN: tollgate check %s --no-refute
; Loops behind joins: what differs from way to way to a loop is still the same in both functions, and what was tested on each way is known. (§4.10)

declare void @see(i32)
declare ptr @make()
declare void @use(ptr)
declare i1 @toss()

; Unswitched by a test of what is null on one way and given by a call on the other.
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

; What the source has computed where it waits is made of what the target has.
define i32 @src2(ptr %q, i1 noundef %c, i1 noundef %d) {
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
define i32 @tgt2(ptr %q, i1 noundef %c, i1 noundef %d) {
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

; Unswitched inside of a loop, by what changes there.
define void @src3() {
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
define void @tgt3() {
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
  %m2 = phi i32 [ %ma, %ha ], [ %mb, %hb ]
  %o2 = add i32 %o, 1
  br label %outer
out:
  ret void
}

; What the source says by a branch in a stretch decides what the target asks at its end.
define i32 @src4(i32 %x, i32 noundef %n) {
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
define i32 @tgt4(i32 %x, i32 noundef %n) {
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
  %u = icmp ne i32 %x, 0
  br i1 %u, label %yes, label %no
yes:
  call void @see(i32 -1)
  ret i32 1
no:
  call void @see(i32 -2)
  ret i32 2
}
