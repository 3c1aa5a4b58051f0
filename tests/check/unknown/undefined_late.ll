; RUN: tollgate check %s --no-refute
; What the source does before it is undefined is done first, in every iteration. (§2.3)
declare void @f()
declare void @fi(i32)

; Loop of calls then undefined.
define void @src1(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  call void @fi(i32 %i)
  %i2 = add i32 %i, 1
  %c = icmp ult i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  unreachable
}
define void @tgt1(i32 noundef %n) {
  unreachable
}

; Undefined in a late iteration.
define void @src2(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  call void @fi(i32 %i)
  %d = sub i32 5, %i
  %q = udiv i32 1, %d
  %i2 = add i32 %i, 1
  br label %l
}
define void @tgt2(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %d = sub i32 5, %i
  %q = udiv i32 1, %d
  call void @fi(i32 %i)
  %i2 = add i32 %i, 1
  br label %l
}

; Maybe endless loop then undefined.
define void @src3(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 2
  %c = icmp ne i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  unreachable
}
define void @tgt3(i32 noundef %n) {
  unreachable
}

; Maybe endless, then undefined, returns.
define i32 @src4(i32 noundef %n) {
entry:
  br label %l
l:
  %i = phi i32 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i32 %i, 2
  %c = icmp ne i32 %i2, %n
  br i1 %c, label %l, label %e
e:
  unreachable
}
define i32 @tgt4(i32 noundef %n) {
  ret i32 1
}

; Volatile then undefined.
define void @src5(ptr %p) {
  %v = load volatile i32, ptr %p
  unreachable
}
define void @tgt5(ptr %p) {
  unreachable
}

; Undefined arm after the call used before.
define i32 @src6(i32 noundef %x) {
  call void @f()
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  unreachable
b:
  ret i32 1
}
define i32 @tgt6(i32 noundef %x) {
  %q = udiv i32 1, %x
  call void @f()
  ret i32 1
}

; Division sunk behind a while loop.
define i32 @src7(i32 noundef %n, i32 noundef %a) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %q = udiv i32 7, %a
  call void @fi(i32 %q)
  %i2 = add i32 %i, 1
  br label %h
e:
  ret i32 0
}
define i32 @tgt7(i32 noundef %n, i32 noundef %a) {
entry:
  br label %h
h:
  %i = phi i32 [ 0, %entry ], [ %i2, %b ]
  %c = icmp ult i32 %i, %n
  br i1 %c, label %b, label %e
b:
  %q = udiv i32 7, %a
  call void @fi(i32 %q)
  %i2 = add i32 %i, 1
  br label %h
e:
  %r = udiv i32 8, %a
  ret i32 0
}
