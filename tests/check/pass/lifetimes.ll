; RUN: tollgate check %s
; Inside of a lifetime what is read is what was stored; outside of it, what both functions do alike is no difference. (§11.5)
declare void @llvm.lifetime.start.p0(i64, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64, ptr nocapture)
declare void @use(ptr)
@g = global ptr null

define i32 @src1() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret i32 1
}
define i32 @tgt1() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  ret i32 %v
}

; A loop that begins and ends it in each iteration.
define i32 @src2(i32 %n) {
  %a = alloca i32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  call void @llvm.lifetime.start.p0(i64 -1, ptr %a)
  call void @use(ptr %a)
  store i32 %i, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.end.p0(i64 -1, ptr %a)
  %j = add i32 %v, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret i32 %v
}
define i32 @tgt2(i32 %n) {
  %a = alloca i32
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  call void @llvm.lifetime.start.p0(i64 -1, ptr %a)
  call void @use(ptr %a)
  store i32 %i, ptr %a
  call void @llvm.lifetime.end.p0(i64 -1, ptr %a)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret i32 %i
}

; The same, behind the end, with something else in another form.
define i32 @src3(i32 %x) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  %y = mul i32 %x, 2
  %r = add i32 %v, %y
  ret i32 %r
}
define i32 @tgt3(i32 %x) {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  store i32 1, ptr %a
  %v = load i32, ptr %a
  %y = shl i32 %x, 1
  %r = add i32 %y, %v
  ret i32 %r
}

; An address that comes back out of memory: what was stored there, where the source reads it.
define i32 @src4() {
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
define i32 @tgt4() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @g
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %q = load ptr, ptr @g
  store i32 1, ptr %q
  ret i32 1
}

; The same on both sides.
define i32 @src5() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @g
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %q = load ptr, ptr @g
  store i32 1, ptr %q
  %v = load i32, ptr %q
  %r = mul i32 %v, 2
  ret i32 %r
}
define i32 @tgt5() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store ptr %a, ptr @g
  call void @use(ptr %a)
  call void @llvm.lifetime.end.p0(i64 4, ptr %a)
  %q = load ptr, ptr @g
  store i32 1, ptr %q
  %v = load i32, ptr %q
  %r = shl i32 %v, 1
  ret i32 %r
}
