; RUN: tollgate check %s
; A marker that names the slot itself says when it begins.

declare void @llvm.lifetime.start.p0(i64, ptr)

define i32 @src1() {
  %a = alloca i32
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  store i32 5, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @tgt1() {
  ret i32 7
}
