; RUN: tollgate check %s --no-refute
; Calls of a kind that is not treated, however the call gets to what it calls, and whatever the text of a declaration leaves out. (§7.2)

declare void @twice() returns_twice
define void @defined_twice() returns_twice {
  ret void
}
@alias = alias void (), ptr @defined_twice
declare void @alone() noduplicate
declare i32 @llvm.eh.sjlj.setjmp(ptr)
declare void @llvm.amdgcn.s.barrier()
declare void @llvm.made.up() nounwind willreturn memory(none)
declare i32 @llvm.umin.i32(i32, i32)
declare void @see(i32)

; A slot whose value is not what it was when the call returns for the second time.
define i32 @src1(i32 %x) {
  %s = alloca i32
  store i32 %x, ptr %s
  call void no_cfi @twice()
  %v = load i32, ptr %s
  %w = add i32 %v, 1
  store i32 %w, ptr %s
  call void @see(i32 %w)
  ret i32 %w
}
define i32 @tgt1(i32 %x) {
  call void no_cfi @twice()
  %w = add i32 %x, 1
  call void @see(i32 %w)
  ret i32 %w
}

; Through an alias.
define i32 @src2(i32 %x) {
  %s = alloca i32
  store i32 %x, ptr %s
  call void @alias()
  %v = load i32, ptr %s
  %w = add i32 %v, 1
  store i32 %w, ptr %s
  call void @see(i32 %w)
  ret i32 %w
}
define i32 @tgt2(i32 %x) {
  call void @alias()
  %w = add i32 %x, 1
  call void @see(i32 %w)
  ret i32 %w
}

; LLVM knows that this one returns twice, whatever is written.
define i32 @src3(i32 %x, ptr %b) {
  %s = alloca i32
  store i32 %x, ptr %s
  %r = call i32 @llvm.eh.sjlj.setjmp(ptr %b)
  %v = load i32, ptr %s
  %w = add i32 %v, 1
  store i32 %w, ptr %s
  call void @see(i32 %w)
  ret i32 %w
}
define i32 @tgt3(i32 %x, ptr %b) {
  %r = call i32 @llvm.eh.sjlj.setjmp(ptr %b)
  %w = add i32 %x, 1
  call void @see(i32 %w)
  ret i32 %w
}

; Two places where threads wait for each other become one.
define void @src4(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @llvm.amdgcn.s.barrier()
  br label %e
b:
  call void @llvm.amdgcn.s.barrier()
  br label %e
e:
  ret void
}
define void @tgt4(i1 noundef %c) {
  call void @llvm.amdgcn.s.barrier()
  ret void
}

; One that must not be copied, by its declaration.
define void @src5(i1 noundef %c) {
  call void @alone()
  br i1 %c, label %a, label %b
a:
  call void @see(i32 1)
  ret void
b:
  call void @see(i32 2)
  ret void
}
define void @tgt5(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @alone()
  call void @see(i32 1)
  ret void
b:
  call void @alone()
  call void @see(i32 2)
  ret void
}

; The same by the call.
define void @src6(i1 noundef %c) {
  call void @see(i32 0) noduplicate
  br i1 %c, label %a, label %b
a:
  call void @see(i32 1)
  ret void
b:
  call void @see(i32 2)
  ret void
}
define void @tgt6(i1 noundef %c) {
  br i1 %c, label %a, label %b
a:
  call void @see(i32 0) noduplicate
  call void @see(i32 1)
  ret void
b:
  call void @see(i32 0) noduplicate
  call void @see(i32 2)
  ret void
}

; What is not known is not known to return, whatever its declaration says.
define i32 @src7(i32 %x, i32 %y) {
  call void @llvm.made.up()
  %d = udiv i32 %x, %y
  ret i32 %d
}
define i32 @tgt7(i32 %x, i32 %y) {
  %d = udiv i32 %x, %y
  call void @llvm.made.up()
  ret i32 %d
}

; An intrinsic that is known, called as another one.
define i32 @src8(i32 %x) {
  %r = call i32 @llvm.umin.i32(i32 %x, i32 1)
  ret i32 %r
}
define i32 @tgt8(i32 %x) {
  %r = call fastcc i32 @llvm.umin.i32(i32 %x, i32 1)
  ret i32 %r
}
