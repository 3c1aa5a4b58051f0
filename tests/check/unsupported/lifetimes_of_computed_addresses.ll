; RUN: tollgate check %s
; A slot that a marker names by a computed address begins dead as well: what is stored before the
; marker is lost, and nothing shows that these are wrong.

declare void @llvm.lifetime.start.p0(i64, ptr)

define i32 @src1() {
  %a = alloca i32
  %b = getelementptr i8, ptr %a, i64 0
  store i32 5, ptr %a
  %v = load i32, ptr %a
  call void @llvm.lifetime.start.p0(i64 4, ptr %b)
  ret i32 %v
}

define i32 @tgt1() {
  ret i32 7
}
