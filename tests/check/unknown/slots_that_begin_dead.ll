; RUN: tollgate check --no-refute %s
; A stack slot that some `llvm.lifetime.start` names is dead until one is executed, wherever the
; marker stands (§2.5, §11.5): what the target writes to it before that, or lets others read, is
; none of what the source does to its slot, which is alive.

@g = global i32 0
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
declare void @use(ptr)

; The marker is on a path that the source leaves by undefined behaviour.
define i32 @src1(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr @g
  br i1 %c, label %t, label %f
t:
  unreachable
f:
  ret i32 %v
}
define i32 @tgt1(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr @g
  br i1 %c, label %t, label %f
t:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  unreachable
f:
  ret i32 %v
}

; It is on a path that is never taken.
define i32 @src2() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt2() {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr @g
  br i1 false, label %t, label %f
t:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  ret i32 0
f:
  ret i32 %v
}

; It is in a block without predecessors.
define i32 @src3() {
  %a = alloca i32
  call void @use(ptr %a)
  ret i32 5
}

define i32 @tgt3() {
  %a = alloca i32
  call void @use(ptr %a)
  ret i32 5
never:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  unreachable
}

; It is in a loop, where the source is undefined.
define i32 @src4(i32 noundef %n) {
e:
  %a = alloca i32
  br label %l
l:
  %i = phi i32 [0,%e],[%j,%k]
  store i32 %i, ptr %a
  call void @use(ptr %a)
  %c = icmp eq i32 %i, 100
  br i1 %c, label %t, label %k
t:
  unreachable
k:
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %n
  br i1 %q, label %l, label %x
x:
  %v = load i32, ptr @g
  ret i32 %v
}
define i32 @tgt4(i32 noundef %n) {
e:
  %a = alloca i32
  br label %l
l:
  %i = phi i32 [0,%e],[%j,%k]
  store i32 %i, ptr %a
  call void @use(ptr %a)
  %c = icmp eq i32 %i, 100
  br i1 %c, label %t, label %k
t:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  unreachable
k:
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %n
  br i1 %q, label %l, label %x
x:
  %v = load i32, ptr @g
  ret i32 %v
}

; It is before a loop that never ends.
define i32 @src5(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr @g
  br i1 %c, label %t, label %f
t:
  br label %t
f:
  ret i32 %v
}
define i32 @tgt5(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  %v = load i32, ptr @g
  br i1 %c, label %t0, label %f
t0:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  br label %t
t:
  br label %t
f:
  ret i32 %v
}

; The loop is peeled.
define void @src6(i32 noundef %n) {
e:
  %a = alloca i32
  br label %l
l:
  %i = phi i32 [0,%e],[%j,%k]
  store i32 %i, ptr %a
  call void @use(ptr %a)
  %c = icmp eq i32 %i, 100
  br i1 %c, label %t, label %k
t:
  unreachable
k:
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %n
  br i1 %q, label %l, label %x
x:
  ret void
}
define void @tgt6(i32 noundef %n) {
e:
  %a = alloca i32
  store i32 0, ptr %a
  call void @use(ptr %a)
  %q0 = icmp ult i32 1, %n
  br i1 %q0, label %l, label %x
l:
  %i = phi i32 [1,%e],[%j,%k]
  store i32 %i, ptr %a
  call void @use(ptr %a)
  %c = icmp eq i32 %i, 100
  br i1 %c, label %t, label %k
t:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  unreachable
k:
  %j = add i32 %i, 1
  %q = icmp ult i32 %j, %n
  br i1 %q, label %l, label %x
x:
  ret void
}

; It names another slot than the one of the source.
define i32 @src7(i1 noundef %c) {
  %a = alloca i32
  %b = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  call void @use(ptr %b)
  br i1 %c, label %t, label %f
t:
  unreachable
f:
  ret i32 0
}
define i32 @tgt7(i1 noundef %c) {
  %a = alloca i32
  %b = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  call void @use(ptr %b)
  br i1 %c, label %t, label %f
t:
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  unreachable
f:
  ret i32 0
}
