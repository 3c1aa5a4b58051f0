; RUN: tollgate check %s --no-refute
; What was allocated behind a saved stack is gone where that is restored. (§11.7)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @use(ptr)

; A slot that moves behind the save.
define i32 @src1() {
  %a = alloca i32
  %s = call ptr @llvm.stacksave.p0()
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  %v = load i32, ptr %a
  ret i32 %v
}
define i32 @tgt1() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  %v = load i32, ptr %a
  ret i32 %v
}

; The second of two slots of one shape.
define void @src2() {
  %a = alloca i32
  %b = alloca i32
  %s = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %s)
  call void @use(ptr %a)
  call void @use(ptr %b)
  ret void
}
define void @tgt2() {
  %a = alloca i32
  %s = call ptr @llvm.stacksave.p0()
  %b = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  call void @use(ptr %a)
  call void @use(ptr %b)
  ret void
}

; A store behind the restore, of a slot that nobody else knows.
define void @src3() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}
define void @tgt3() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @llvm.stackrestore.p0(ptr %s)
  store i32 1, ptr %a
  ret void
}

; The inner one of two stacks is restored in the source, and the outer one in the target.
define void @src4() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  %t = call ptr @llvm.stacksave.p0()
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %t)
  store i32 1, ptr %a
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}
define void @tgt4() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  %t = call ptr @llvm.stacksave.p0()
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  store i32 1, ptr %a
  call void @use(ptr %a)
  ret void
}

; A stack that comes from somewhere else may be that of the entry.
define void @src5(ptr %s) {
  %a = alloca i32
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}
define void @tgt5(ptr %s) {
  %a = alloca i32
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  store i32 1, ptr %a
  ret void
}

; A restore in a loop: what is read in the second iteration is gone.
define void @src6(i32 %n) {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @use(ptr %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  call void @llvm.stackrestore.p0(ptr %s)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret void
}
define void @tgt6(i32 %n) {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @use(ptr %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %0 ], [ %j, %loop ]
  %v = load i32, ptr %a
  call void @llvm.stackrestore.p0(ptr %s)
  %j = add i32 %i, 1
  %c = icmp eq i32 %j, %n
  br i1 %c, label %end, label %loop
end:
  ret void
}
