; RUN: tollgate check %s
; `llvm.sideeffect` is no observation: it may come and go where there is no loop. (§11.18)
define i32 @src1(i32 %x) {
  call void @llvm.sideeffect()
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @tgt1(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
define i32 @src2(i32 %x, ptr %p) {
  store i32 %x, ptr %p
  call void @llvm.sideeffect()
  %y = load i32, ptr %p
  ret i32 %y
}
define i32 @tgt2(i32 %x, ptr %p) {
  call void @llvm.sideeffect()
  store i32 %x, ptr %p
  ret i32 %x
}
declare void @llvm.sideeffect()
