; RUN: tollgate check %s --no-refute
; Markers of lifetimes are what they are whatever is promised besides; and a read outside of a lifetime gives poison by one reading (§11.5).
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)

define void @src1() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr noundef %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr noundef %a)
  ret void
}
define void @tgt1() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr noundef %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr noundef %a)
  store i32 1, ptr %a
  ret void
}

define void @src2() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr dereferenceable(4) %a) nosync
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr dereferenceable(4) %a) memory(argmem: write)
  ret void
}
define void @tgt2() {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr dereferenceable(4) %a) nosync
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr dereferenceable(4) %a) memory(argmem: write)
  %v = load i32, ptr %a
  ret void
}

; What is read is what was stored, or poison.
define i32 @src3() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 1
}
define i32 @tgt3() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

; The same by a copy.
define i32 @src4() {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %v = load i32, ptr %b
  ret i32 1
}
define i32 @tgt4() {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  call void @llvm.memcpy.p0.p0.i64(ptr %b, ptr %a, i64 4, i1 false)
  %v = load i32, ptr %b
  ret i32 %v
}

; It ends on one way only.
define i32 @src5(i1 %c) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  br i1 %c, label %ends, label %on
ends:
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br label %on
on:
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 1
}
define i32 @tgt5(i1 %c) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  br i1 %c, label %ends, label %on
ends:
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br label %on
on:
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

; In a loop, it ended in the iteration before.
define i32 @src6(i32 %n) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  store i32 1, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret i32 1
}
define i32 @tgt6(i32 %n) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  store i32 1, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret i32 %v
}

; That it was read does not say that it is alive.
define void @src7() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  call void @use(ptr %a)
  ret void
}
define void @tgt7() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %v = load i32, ptr %a
  call void @use(ptr dereferenceable(4) %a)
  ret void
}

; Which of two slots it is, control decides.
define i32 @src8(i1 noundef %c) {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr [ %a, %x ], [ %b, %0 ]
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 1
}
define i32 @tgt8(i1 noundef %c) {
  %a = alloca i32
  %b = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @use(ptr %b)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr [ %a, %x ], [ %b, %0 ]
  store i32 1, ptr %p
  %v = load i32, ptr %p
  ret i32 %v
}

; Its address comes back out of memory.
@g = global ptr null
define i32 @src9() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @g
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %q = load ptr, ptr @g
  store i32 1, ptr %q
  %v = load i32, ptr %q
  ret i32 1
}
define i32 @tgt9() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @g
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %q = load ptr, ptr @g
  store i32 1, ptr %q
  %v = load i32, ptr %q
  ret i32 %v
}
