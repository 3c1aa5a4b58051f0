; RUN: tollgate check --no-refute %s
; The pairs of ../unknown/reads_of_dead_slots.ll and ../unknown/slots_that_begin_dead.ll without
; what makes their slots begin dead (§11.5).

@gp = global ptr null
@hp = global ptr null
@g1 = global ptr null
@g2 = global ptr null
@g3 = global ptr null
@g4 = global ptr null
@g5 = global ptr null
@g6 = global ptr null
declare void @obs(i32)
declare void @use(ptr)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i32 @src1(i1 noundef %c1, i1 noundef %c2, i1 noundef %c3, i1 noundef %c4, i1 noundef %c5, i32 %n)  {
  %a = alloca i32
  store ptr %a, ptr @gp
  store i32 5, ptr %a
  %s4 = select i1 %c5, ptr @g5, ptr @g6
  %s3 = select i1 %c4, ptr @g4, ptr %s4
  %s2 = select i1 %c3, ptr @g3, ptr %s3
  %s1 = select i1 %c2, ptr @g2, ptr %s2
  %q = select i1 %c1, ptr @gp, ptr %s1
  br i1 %c1, label %t, label %f
f:
  ret i32 0
t:
  %p = load ptr, ptr %q
  %v = load i32, ptr %p
  ret i32 5
}
define i32 @tgt1(i1 noundef %c1, i1 noundef %c2, i1 noundef %c3, i1 noundef %c4, i1 noundef %c5, i32 %n)  {
  %a = alloca i32
  store ptr %a, ptr @gp
  store i32 5, ptr %a
  %s4 = select i1 %c5, ptr @g5, ptr @g6
  %s3 = select i1 %c4, ptr @g4, ptr %s4
  %s2 = select i1 %c3, ptr @g3, ptr %s3
  %s1 = select i1 %c2, ptr @g2, ptr %s2
  %q = select i1 %c1, ptr @gp, ptr %s1
  br i1 %c1, label %t, label %f
f:
  ret i32 0
t:
  %p = load ptr, ptr %q
  %v = load i32, ptr %p
  ret i32 %v
}

define void @src2(i32 %n)  {
e:
  %a = alloca i32
  store ptr %a, ptr @gp
  store i32 5, ptr %a
  %p0 = load ptr, ptr @gp
  %v0 = load i32, ptr %p0
  call void @obs(i32 5)
  %c0 = icmp ult i32 1, %n
  br i1 %c0, label %l, label %x
l:
  %i = phi i32 [1,%e],[%j,%l]
  %p = load ptr, ptr @hp
  %v = load i32, ptr %p
  call void @obs(i32 %v)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  call void @use(ptr %a)
  ret void
}
define void @tgt2(i32 %n)  {
e:
  %a = alloca i32
  store ptr %a, ptr @gp
  store i32 5, ptr %a
  br label %l
l:
  %i = phi i32 [0,%e],[%j,%l]
  %q = phi ptr [@gp,%e],[@hp,%l]
  %p = load ptr, ptr %q
  %v = load i32, ptr %p
  call void @obs(i32 %v)
  %j = add i32 %i, 1
  %c = icmp ult i32 %j, %n
  br i1 %c, label %l, label %x
x:
  call void @use(ptr %a)
  ret void
}

; The lifetime ends where the source is undefined: until then the slot is alive.
define i32 @src3(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  br i1 %c, label %t, label %f
t:
  unreachable
f:
  ret i32 0
}
define i32 @tgt3(i1 noundef %c) {
  %a = alloca i32
  store i32 5, ptr %a
  call void @use(ptr %a)
  br i1 %c, label %t, label %f
t:
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  unreachable
f:
  ret i32 0
}

; A slot escaped and died: addresses in globals are not its own.
@array = global [4 x i32] zeroinitializer
define i32 @src4(i64 %n) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr getelementptr inbounds (i8, ptr @array, i64 4)
  %v = load i32, ptr getelementptr inbounds (i8, ptr @array, i64 4)
  ret i32 1
}
define i32 @tgt4(i64 %n) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr getelementptr inbounds (i8, ptr @array, i64 4)
  %v = load i32, ptr getelementptr inbounds (i8, ptr @array, i64 4)
  ret i32 %v
}

; The slot is as aligned as the marker says, and not null.
define i32 @src5() {
  %a = alloca i32, align 64
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull align 64 %a)
  call void @use(ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 1
}
define i32 @tgt5() {
  %a = alloca i32, align 64
  call void @llvm.lifetime.start.p0(i64 4, ptr nonnull align 64 %a)
  call void @use(ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}
