; RUN: tollgate check %s --no-refute
; A `tail` call promises that the callee does not read the variable arguments of its caller. Only the target makes the promise. (§11.9)
declare void @llvm.va_start.p0(ptr)
declare void @llvm.va_end.p0(ptr)
declare void @use(ptr)

define void @src1(ptr %list, ...) {
  call void @llvm.va_start.p0(ptr %list)
  call void @use(ptr %list)
  call void @llvm.va_end.p0(ptr %list)
  ret void
}

define void @tgt1(ptr %list, ...) {
  call void @llvm.va_start.p0(ptr %list)
  tail call void @use(ptr %list)
  call void @llvm.va_end.p0(ptr %list)
  ret void
}

; The source makes it too.
define void @src2(ptr %list, ...) {
  br label %next
next:
  tail call void @use(ptr %list)
  ret void
}

define void @tgt2(ptr %list, ...) {
  tail call void @use(ptr %list)
  ret void
}

; There are no variable arguments.
define void @src3(ptr %list) {
  call void @use(ptr %list)
  ret void
}

define void @tgt3(ptr %list) {
  tail call void @use(ptr %list)
  ret void
}
