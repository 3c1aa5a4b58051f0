; RUN: tollgate check %s --no-refute
; What is left of a value without flags need not vary with a loop where the value does. What both
; functions have for it joins the values of all iterations, and the source may not have another in
; each. (docs/proofs.md, Theorem 7; §2.2, §4.3)

declare void @f(i32)
declare i1 @cond()
declare i32 @h(i32)

; The values of the target do not vary, only the gate of one of them does.
define void @src(i32 noundef %x, i32 noundef %y, i32 noundef %m) {
entry:
  %q = alloca [2 x i32]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %pj ]
  %z = phi i64 [ 0, %entry ], [ %z2, %pj ]
  %c = icmp eq i32 %i, %m
  %s = add i32 %x, %y
  br i1 %c, label %pa, label %pj
pa:
  br label %pj
pj:
  %v = phi i32 [ poison, %pa ], [ %s, %loop ]
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt(i32 noundef %x, i32 noundef %y, i32 noundef %m) {
entry:
  %q = alloca [2 x i32]
  %u0 = add i32 %x, %y
  store i32 %u0, ptr %q
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %join ]
  %prev = load i32, ptr %q
  %c = icmp eq i32 %i, %m
  br i1 %c, label %a, label %b
a:
  %w = add nsw i32 %x, %y
  store i32 %w, ptr %q
  br label %join
b:
  %u = add i32 %x, %y
  store i32 %u, ptr %q
  br label %join
join:
  call void @f(i32 %prev)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %out
out:
  ret void
}

; A flag holds in some iterations.
define void @src2(i32 noundef %x, ptr noundef %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 9, %entry ], [ %i2, %loop ]
  %z = phi i64 [ 0, %entry ], [ %z2, %loop ]
  %s = add nuw i32 %x, %i
  %v = sub i32 %s, %i
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, -1
  %d = icmp ne i32 %i2, 0
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt2(i32 noundef %x, ptr noundef %q) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 9, %entry ], [ %i2, %loop ]
  %prev = phi i32 [ %x, %entry ], [ %v, %loop ]
  %s = add nuw i32 %x, %i
  %v = sub i32 %s, %i
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %i2 = add i32 %i, -1
  %d = icmp ne i32 %i2, 0
  br i1 %d, label %loop, label %out
out:
  ret void
}

; The source has poison in one iteration, the target in the next.
define void @src3(i32 noundef %x, ptr noundef %q, i32 noundef %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %z = phi i64 [ 0, %entry ], [ %z2, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %x
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt3(i32 noundef %x, ptr noundef %q, i32 noundef %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %prev = phi i32 [ %x, %entry ], [ %v, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %x
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}

; The same through a slot.
define void @src4(i32 noundef %x, i32 noundef %y, i32 noundef %m) {
entry:
  %q = alloca [2 x i32]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %pj ]
  %z = phi i64 [ 0, %entry ], [ %z2, %pj ]
  %c = icmp eq i32 %i, %m
  %s = add i32 %x, %y
  br i1 %c, label %pa, label %pj
pa:
  br label %pj
pj:
  %v = phi i32 [ poison, %pa ], [ %s, %loop ]
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt4(i32 noundef %x, i32 noundef %y, i32 noundef %m) {
entry:
  %q = alloca [2 x i32]
  %u0 = add i32 %x, %y
  store i32 %u0, ptr %q
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %join ]
  %z = phi i64 [ 0, %entry ], [ %z2, %join ]
  %a1 = getelementptr i8, ptr %q, i64 %z
  %prev = load i32, ptr %a1
  %c = icmp eq i32 %i, %m
  br i1 %c, label %a, label %b
a:
  %w = add nsw i32 %x, %y
  store i32 %w, ptr %q
  br label %join
b:
  %u = add i32 %x, %y
  store i32 %u, ptr %q
  br label %join
join:
  call void @f(i32 %prev)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %out
out:
  ret void
}

; And through a phi.
define void @src5(i32 noundef %x, i32 noundef %y, i32 noundef %m) {
entry:
  %q = alloca [2 x i32]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %pj ]
  %z = phi i64 [ 0, %entry ], [ %z2, %pj ]
  %c = icmp eq i32 %i, %m
  %s = add i32 %x, %y
  br i1 %c, label %pa, label %pj
pa:
  br label %pj
pj:
  %v = phi i32 [ poison, %pa ], [ %s, %loop ]
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt5(i32 noundef %x, i32 noundef %y, i32 noundef %m) {
entry:
  %u0 = add i32 %x, %y
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %join ]
  %prev = phi i32 [ %u0, %entry ], [ %k, %join ]
  %c = icmp eq i32 %i, %m
  br i1 %c, label %a, label %b
a:
  %w = add nsw i32 %x, %y
  br label %join
b:
  %u = add i32 %x, %y
  br label %join
join:
  %k = phi i32 [ %w, %a ], [ %u, %b ]
  call void @f(i32 %prev)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %out
out:
  ret void
}

; Poison or undef by a phi.
define void @src6(i32 noundef %x, ptr noundef %q, i64 noundef %w) {
entry:
  br label %loop
loop:
  %z = phi i64 [ 0, %entry ], [ %z2, %join ]
  %c = call i1 @cond()
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ poison, %a ], [ %x, %loop ]
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = sub i64 %w, %w
  %d = call i1 @cond()
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt6(i32 noundef %x, ptr noundef %q, i64 noundef %w) {
entry:
  br label %loop
loop:
  %prev = phi i32 [ %x, %entry ], [ %v, %join ]
  %c = call i1 @cond()
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ poison, %a ], [ %x, %loop ]
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %d = call i1 @cond()
  br i1 %d, label %loop, label %out
out:
  ret void
}

; The exit is decided by a call.
define void @src7(i32 noundef %x, ptr noundef %q, i64 noundef %w) {
entry:
  br label %loop
loop:
  %z = phi i64 [ 0, %entry ], [ %z2, %join ]
  %c = call i1 @cond()
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ undef, %a ], [ %x, %loop ]
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = sub i64 %w, %w
  %d = call i1 @cond()
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt7(i32 noundef %x, ptr noundef %q, i64 noundef %w) {
entry:
  br label %loop
loop:
  %prev = phi i32 [ %x, %entry ], [ %v, %join ]
  %c = call i1 @cond()
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ undef, %a ], [ %x, %loop ]
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %d = call i1 @cond()
  br i1 %d, label %loop, label %out
out:
  ret void
}

; By a counter.
define void @src8(i32 noundef %x, ptr noundef %q, i64 noundef %w, i32 noundef %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %join ]
  %z = phi i64 [ 0, %entry ], [ %z2, %join ]
  %b = and i32 %i, %m
  %c = icmp eq i32 %b, 0
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ poison, %a ], [ %x, %loop ]
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = sub i64 %w, %w
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt8(i32 noundef %x, ptr noundef %q, i64 noundef %w, i32 noundef %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %join ]
  %prev = phi i32 [ %x, %entry ], [ %v, %join ]
  %b = and i32 %i, %m
  %c = icmp eq i32 %b, 0
  br i1 %c, label %a, label %join
a:
  br label %join
join:
  %v = phi i32 [ poison, %a ], [ %x, %loop ]
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}

; What is left varies with the outer loop only.
define void @src9(i32 noundef %x, ptr noundef %q, i32 noundef %m) {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o2, %latch ]
  %y = call i32 @h(i32 %o)
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i2, %loop ]
  %z = phi i64 [ 0, %outer ], [ %z2, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %y
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %latch
latch:
  %o2 = add i32 %o, 1
  %e = icmp ult i32 %o2, 4
  br i1 %e, label %outer, label %out
out:
  ret void
}
define void @tgt9(i32 noundef %x, ptr noundef %q, i32 noundef %m) {
entry:
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o2, %latch ]
  %y = call i32 @h(i32 %o)
  br label %loop
loop:
  %i = phi i32 [ 0, %outer ], [ %i2, %loop ]
  %prev = phi i32 [ %y, %outer ], [ %v, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %y
  store i32 %v, ptr %q
  call void @f(i32 %prev)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 4
  br i1 %d, label %loop, label %latch
latch:
  %o2 = add i32 %o, 1
  %e = icmp ult i32 %o2, 4
  br i1 %e, label %outer, label %out
out:
  ret void
}

; What the target has is seen by volatile stores.
define void @src10(i32 noundef %x, ptr noundef %q, i32 noundef %m, ptr noundef %o) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %z = phi i64 [ 0, %entry ], [ %z2, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %x
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  store volatile i32 %n, ptr %o
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt10(i32 noundef %x, ptr noundef %q, i32 noundef %m, ptr noundef %o) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %prev = phi i32 [ %x, %entry ], [ %v, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %x
  store i32 %v, ptr %q
  store volatile i32 %prev, ptr %o
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}

; No memory of others.
define void @src11(i32 noundef %x, i32 noundef %m) {
entry:
  %q = alloca [2 x i32]
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %z = phi i64 [ 0, %entry ], [ %z2, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %x
  store i32 %v, ptr %q
  %a1 = getelementptr i8, ptr %q, i64 %z
  %n = load i32, ptr %a1
  call void @f(i32 %n)
  %z2 = mul i64 0, 1
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}
define void @tgt11(i32 noundef %x, i32 noundef %m) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i2, %loop ]
  %prev = phi i32 [ %x, %entry ], [ %v, %loop ]
  %c = icmp eq i32 %i, %m
  %v = select i1 %c, i32 poison, i32 %x
  call void @f(i32 %prev)
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 10
  br i1 %d, label %loop, label %out
out:
  ret void
}
