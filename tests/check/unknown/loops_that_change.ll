; RUN: tollgate check %s --no-refute
; Loops whose variables, memory or iterations are exchanged. (§4.5)
declare void @f()
declare void @fi(i32)
declare void @fp(ptr)
@G = global i32 0

; Maybe endless source loop then division.
define i32 @src1(i32 noundef %n, i32 noundef %a) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 2
  %c = icmp eq i32 %i2, %n
  br i1 %c, label %e, label %l
e:
  %q = udiv i32 1, %a
  ret i32 %q
}
define i32 @tgt1(i32 noundef %n, i32 noundef %a) {
entry:
  %q = udiv i32 1, %a
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 2
  %c = icmp eq i32 %i2, %n
  br i1 %c, label %e, label %l
e:
  ret i32 %q
}

; Call moved over a maybe endless loop.
define void @src2(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 2
  %c = icmp eq i32 %i2, %n
  br i1 %c, label %e, label %l
e:
  call void @f()
  ret void
}
define void @tgt2(i32 noundef %n) {
entry:
  call void @f()
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 2
  %c = icmp eq i32 %i2, %n
  br i1 %c, label %e, label %l
e:
  ret void
}

; Swapped loop variables.
define i32 @src3(i32 noundef %n, i32 %x, i32 %y) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %a = phi i32 [ %x, %entry ], [ %b, %l ]
  %b = phi i32 [ %y, %entry ], [ %a, %l ]
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %a
}
define i32 @tgt3(i32 noundef %n, i32 %x, i32 %y) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %x
}

; Swapped loop variables, other one returned.
define i32 @src4(i32 noundef %n, i32 %x, i32 %y) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %a = phi i32 [ %x, %entry ], [ %b, %l ]
  %b = phi i32 [ %y, %entry ], [ %a, %l ]
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %a
}
define i32 @tgt4(i32 noundef %n, i32 %x, i32 %y) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %a = phi i32 [ %x, %entry ], [ %b, %l ]
  %b = phi i32 [ %y, %entry ], [ %a, %l ]
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %b
}

; Off by one: returned i for next.
define i32 @src5(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %i
}
define i32 @tgt5(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %i2
}

; Signed for unsigned bound.
define void @src6(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  call void @fi(i32 %i)
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt6(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  call void @fi(i32 %i)
  %i2 = add i32 %i, 1
  %c = icmp slt i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Widened counter without nsw.
define void @src7(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %w = zext i32 %i to i64
  %p = getelementptr i8, ptr @G, i64 %w
  call void @fp(ptr %p)
  %i2 = add i32 %i, 3
  %c = icmp ne i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt7(i32 noundef %n) {
entry:
  %m = zext i32 %n to i64
  br label %l
l:
  %i = phi i64 [ 0, %entry ], [ %i2, %l ]
  %p = getelementptr i8, ptr @G, i64 %i
  call void @fp(ptr %p)
  %i2 = add i64 %i, 3
  %c = icmp ne i64 %i2, %m
  br i1 %c, label %l, label %e
e:
  ret void
}

; Load hoisted from loop over store in it.
define i32 @src8(i32 noundef %n, ptr noundef %p, ptr noundef %q) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %s = phi i32 [ 0, %entry ], [ %s2, %l ]
  %v = load i32, ptr %p
  %s2 = add i32 %s, %v
  store i32 %i, ptr %q
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %s2
}
define i32 @tgt8(i32 noundef %n, ptr noundef %p, ptr noundef %q) {
entry:
  %v = load i32, ptr %p
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %s = phi i32 [ 0, %entry ], [ %s2, %l ]
  %s2 = add i32 %s, %v
  store i32 %i, ptr %q
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i32 %s2
}

; Store sunk out of loop with call.
define void @src9(i32 noundef %n, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  store i32 %i, ptr %p
  call void @f()
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt9(i32 noundef %n, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  call void @f()
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  store i32 %i, ptr %p
  ret void
}

; Division hoisted out of a while loop.
define i32 @src10(i32 noundef %n, i32 noundef %a) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %s = phi i32 [ 0, %entry ], [ %s2, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %q = udiv i32 7, %a
  %s2 = add i32 %s, %q
  %i2 = add i32 %i, 1
  br label %h
e:
  ret i32 %s
}
define i32 @tgt10(i32 noundef %n, i32 noundef %a) {
entry:
  %q = udiv i32 7, %a
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %s = phi i32 [ 0, %entry ], [ %s2, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %s2 = add i32 %s, %q
  %i2 = add i32 %i, 1
  br label %h
e:
  ret i32 %s
}

; Division hoisted from behind an early exit of the loop.
define i32 @src11(i32 noundef %n, i32 noundef %a, ptr %p) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %v = load i32, ptr %p
  %c = icmp ult i32 %v, %n
  br i1 %c, label %b, label %e
b:
  %q = udiv i32 7, %a
  call void @fi(i32 %q)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %h, label %e
e:
  ret i32 %i
}
define i32 @tgt11(i32 noundef %n, i32 noundef %a, ptr %p) {
entry:
  %q = udiv i32 7, %a
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %v = load i32, ptr %p
  %c = icmp ult i32 %v, %n
  br i1 %c, label %b, label %e
b:
  call void @fi(i32 %q)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %h, label %e
e:
  ret i32 %i
}

; Two loops of the source become one.
define i32 @src12(i32 noundef %n, i32 noundef %m) {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %i2, %a ]
  %s = phi i32 [ 0, %entry ], [ %s2, %a ]
  %s2 = add i32 %s, %i
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %a, label %b
b:
  %j = phi i32 [ 0, %a ], [ %j2, %b ]
  %t = phi i32 [ 0, %a ], [ %t2, %b ]
  %t2 = add i32 %t, %j
  %j2 = add i32 %j, 1
  %d = icmp ult i32 %j2, %m
  br i1 %d, label %b, label %e
e:
  %r = sub i32 %s2, %t2
  ret i32 %r
}
define i32 @tgt12(i32 noundef %n, i32 noundef %m) {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %i2, %a ]
  %s = phi i32 [ 0, %entry ], [ %s2, %a ]
  %s2 = add i32 %s, %i
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %a, label %e
e:
  %r = sub i32 %s2, %s2
  ret i32 %r
}

; Loops with calls in exchanged order.
define void @src13(i32 noundef %n, i32 noundef %m) {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %i2, %a ]
  call void @fi(i32 %i)
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %a, label %b
b:
  %j = phi i32 [ 0, %a ], [ %j2, %b ]
  call void @fi(i32 %j)
  %j2 = add i32 %j, 1
  %d = icmp ult i32 %j2, %m
  br i1 %d, label %b, label %e
e:
  ret void
}
define void @tgt13(i32 noundef %n, i32 noundef %m) {
entry:
  br label %a
a:
  %i = phi i32 [ 0, %entry ], [ %i2, %a ]
  call void @fi(i32 %i)
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %m
  br i1 %c, label %a, label %b
b:
  %j = phi i32 [ 0, %a ], [ %j2, %b ]
  call void @fi(i32 %j)
  %j2 = add i32 %j, 1
  %d = icmp ult i32 %j2, %n
  br i1 %d, label %b, label %e
e:
  ret void
}

; Nested loops exchanged.
define void @src14(i32 noundef %n, i32 noundef %m) {
entry:
  br label %o
o:
  %i = phi i32 [ 0, %entry ], [ %i2, %x ]
  br label %a
a:
  %j = phi i32 [ 0, %o ], [ %j2, %a ]
  call void @fi(i32 %j)
  %j2 = add i32 %j, 1
  %c = icmp ult i32 %j2, %n
  br i1 %c, label %a, label %x
x:
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, %m
  br i1 %d, label %o, label %e
e:
  ret void
}
define void @tgt14(i32 noundef %n, i32 noundef %m) {
entry:
  br label %o
o:
  %i = phi i32 [ 0, %entry ], [ %i2, %x ]
  br label %a
a:
  %j = phi i32 [ 0, %o ], [ %j2, %a ]
  call void @fi(i32 %i)
  %j2 = add i32 %j, 1
  %c = icmp ult i32 %j2, %n
  br i1 %c, label %a, label %x
x:
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, %m
  br i1 %d, label %o, label %e
e:
  ret void
}
