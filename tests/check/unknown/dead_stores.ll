; RUN: tollgate check %s --no-refute
; Stores that look dead and are not. (§12.6)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @use(ptr)
declare void @any()
declare i1 @ask()
declare ptr @some(i64)

; One byte is not covered.
define void @src1(ptr %p, i64 %x) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 17, i1 false)
  %a = getelementptr inbounds i8, ptr %p, i64 8
  store i64 %x, ptr %a, align 8
  ret void
}
define void @tgt1(ptr %p, i64 %x) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 8, i1 false)
  %a = getelementptr inbounds i8, ptr %p, i64 8
  store i64 %x, ptr %a, align 8
  ret void
}

; Another write came in between: the zeros are no longer there.
define void @src2(ptr %p, ptr %q) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 16, i1 false)
  store i8 1, ptr %q, align 1
  store i64 0, ptr %p, align 8
  ret void
}
define void @tgt2(ptr %p, ptr %q) {
  call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 16, i1 false)
  store i8 1, ptr %q, align 1
  ret void
}

; A copy reads what was stored.
define void @src3(ptr %p, ptr %q, i64 %x) {
  store i64 %x, ptr %p, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 8, i1 false)
  store i64 0, ptr %p, align 8
  ret void
}
define void @tgt3(ptr %p, ptr %q, i64 %x) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %q, ptr align 8 %p, i64 8, i1 false)
  store i64 0, ptr %p, align 8
  ret void
}

; It may read what it overwrites.
define void @src4(ptr %p, ptr %q, i64 %x) {
  store i64 %x, ptr %p, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 false)
  ret void
}
define void @tgt4(ptr %p, ptr %q, i64 %x) {
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 8 %q, i64 8, i1 false)
  ret void
}

; Two halves of a move, of which the second reads what the first wrote.
define void @src5(ptr %p, i64 %x) {
  %to = getelementptr inbounds i8, ptr %p, i64 8
  call void @llvm.memmove.p0.p0.i64(ptr align 8 %to, ptr align 8 %p, i64 24, i1 false)
  %a = getelementptr inbounds i8, ptr %p, i64 16
  store i64 %x, ptr %a, align 8
  ret void
}
define void @tgt5(ptr %p, i64 %x) {
  %to = getelementptr inbounds i8, ptr %p, i64 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %to, ptr align 8 %p, i64 8, i1 false)
  %a = getelementptr inbounds i8, ptr %p, i64 16
  %b = getelementptr inbounds i8, ptr %p, i64 24
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %a, i64 8, i1 false)
  store i64 %x, ptr %a, align 8
  ret void
}

; Somebody knows the slot: it was passed before.
define void @src6() {
  %s = alloca i64, align 8
  call void @use(ptr %s)
  store i64 1, ptr %s, align 8
  call void @any()
  store i64 2, ptr %s, align 8
  call void @use(ptr %s)
  ret void
}
define void @tgt6() {
  %s = alloca i64, align 8
  call void @use(ptr %s)
  call void @any()
  store i64 2, ptr %s, align 8
  call void @use(ptr %s)
  ret void
}

; It becomes known in the iteration before.
define void @src7() {
  %s = alloca i64, align 8
  br label %loop
loop:
  store i64 1, ptr %s, align 8
  call void @any()
  store i64 2, ptr %s, align 8
  call void @use(ptr %s)
  %c = call i1 @ask()
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @tgt7() {
  %s = alloca i64, align 8
  br label %loop
loop:
  call void @any()
  store i64 2, ptr %s, align 8
  call void @use(ptr %s)
  %c = call i1 @ask()
  br i1 %c, label %loop, label %end
end:
  ret void
}

; Its address was stored.
define void @src8(ptr %p) {
  %s = alloca i64, align 8
  store ptr %s, ptr %p, align 8
  store i64 1, ptr %s, align 8
  call void @any()
  ret void
}
define void @tgt8(ptr %p) {
  %s = alloca i64, align 8
  store ptr %s, ptr %p, align 8
  call void @any()
  ret void
}

; A loop that stores there, but not in an iteration in which it calls before that.
define void @src9(ptr %p) {
  store i32 0, ptr %p, align 4
  br label %loop
loop:
  call void @any()
  store i32 3, ptr %p, align 4
  %c = call i1 @ask()
  br i1 %c, label %loop, label %end
end:
  ret void
}
define void @tgt9(ptr %p) {
  br label %loop
loop:
  call void @any()
  store i32 3, ptr %p, align 4
  %c = call i1 @ask()
  br i1 %c, label %loop, label %end
end:
  ret void
}

; A loop that may be left before it stores.
define void @src10(ptr %p, i64 %n) {
  store i32 0, ptr %p, align 4
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %more ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %more, label %end
more:
  store i32 3, ptr %p, align 4
  %j = add i64 %i, 1
  br label %loop
end:
  ret void
}
define void @tgt10(ptr %p, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %more ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %more, label %end
more:
  store i32 3, ptr %p, align 4
  %j = add i64 %i, 1
  br label %loop
end:
  ret void
}

; A place that is another one in every iteration.
define void @src11(ptr %p, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 3, ptr %a, align 4
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  store i32 4, ptr %p, align 4
  ret void
}
define void @tgt11(ptr %p, i64 %n) {
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %j, %loop ]
  %j = add i64 %i, 1
  %c = icmp ult i64 %j, %n
  br i1 %c, label %loop, label %end
end:
  store i32 4, ptr %p, align 4
  ret void
}

; What a call gives need not be new.
define ptr @src12(ptr %p) {
  %n = call ptr @some(i64 16)
  store i64 1, ptr %n, align 8
  %v = load i64, ptr %p, align 8
  store i64 %v, ptr %n, align 8
  ret ptr %n
}
define ptr @tgt12(ptr %p) {
  %n = call ptr @some(i64 16)
  %v = load i64, ptr %p, align 8
  store i64 %v, ptr %n, align 8
  ret ptr %n
}

; A volatile store is seen.
define void @src13(ptr %p) {
  store volatile i64 0, ptr %p, align 8
  store i64 0, ptr %p, align 8
  ret void
}
define void @tgt13(ptr %p) {
  store i64 0, ptr %p, align 8
  ret void
}

; A caller sees memory where the call unwinds.
define void @src14(ptr %p) {
  store i64 1, ptr %p, align 8
  call void @any()
  store i64 2, ptr %p, align 8
  ret void
}
define void @tgt14(ptr %p) {
  call void @any()
  store i64 2, ptr %p, align 8
  ret void
}

; More bits than those of the number: they are not zero.
define i8 @src15(ptr %p) {
  store i8 0, ptr %p, align 1
  store i1 false, ptr %p, align 1
  %v = load i8, ptr %p, align 1
  ret i8 %v
}
define i8 @tgt15(ptr %p) {
  store i1 false, ptr %p, align 1
  ret i8 1
}

; What a step on the way breaks: the target goes out of bounds and back.
define void @src16(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 4
  store i32 1, ptr %a, align 4
  ret void
}
define void @tgt16(ptr %p) {
  %a = getelementptr inbounds i8, ptr %p, i64 1000
  %b = getelementptr i8, ptr %a, i64 -996
  store i32 1, ptr %b, align 4
  ret void
}

; A step from where the source is, by nobody knows how many bytes.
define i64 @src17(ptr %p, i64 %i) {
  %x = load i64, ptr %p, align 8
  ret i64 %x
}
define i64 @tgt17(ptr %p, i64 %i) {
  %a = getelementptr i8, ptr %p, i64 %i
  %v = load i8, ptr %a, align 1
  %x = load i64, ptr %p, align 8
  ret i64 %x
}
