; RUN: tollgate check %s
; A slot from before all saved stacks is there to the end; one behind a saved stack is up to where that is restored. (§11.7)
declare ptr @llvm.stacksave.p0()
declare void @llvm.stackrestore.p0(ptr)
declare void @use(ptr)

define i32 @src1() {
  %a = alloca i32
  %s = call ptr @llvm.stacksave.p0()
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  ret i32 0
}
define i32 @tgt1() {
  %a = alloca i32
  %s = call ptr @llvm.stacksave.p0()
  call void @use(ptr %a)
  call void @llvm.stackrestore.p0(ptr %s)
  %v = load i32, ptr %a
  ret i32 0
}

define i32 @src2() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @use(ptr %a)
  %v = load i32, ptr %a
  %w = load i32, ptr %a
  %d = sub i32 %v, %w
  call void @llvm.stackrestore.p0(ptr %s)
  ret i32 %v
}
define i32 @tgt2() {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  call void @use(ptr %a)
  %v = load i32, ptr %a
  call void @llvm.stackrestore.p0(ptr %s)
  ret i32 %v
}

; The same slots, with blocks in another order.
define void @src3(i1 %c) {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  br i1 %c, label %x, label %y
x:
  call void @use(ptr %a)
  br label %end
y:
  br label %end
end:
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
}
define void @tgt3(i1 %c) {
  %s = call ptr @llvm.stacksave.p0()
  %a = alloca i32
  br i1 %c, label %x, label %end
end:
  call void @llvm.stackrestore.p0(ptr %s)
  ret void
x:
  call void @use(ptr %a)
  br label %end
}
