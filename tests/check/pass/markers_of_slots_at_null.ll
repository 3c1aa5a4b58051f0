; RUN: tollgate check %s --no-refute
; The pairs of ../unknown/slots_at_null.ll with a marker that asserts nothing, or in a source, which
; may be less defined (§11.5).

target datalayout = "e-p:64:64:64:32-p1:32:32-p2:64:64:64:64-A5-p5:32:32"
declare void @llvm.lifetime.start.p5(i64, ptr addrspace(5))

define i32 @src1() {
  ret i32 1
}
define i32 @tgt1() {
  %a = alloca i32, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) %a)
  store i32 1, ptr addrspace(5) %a
  %v = load i32, ptr addrspace(5) %a
  ret i32 %v
}

define i32 @src2() {
  %a = alloca i32, addrspace(5)
  call void @llvm.lifetime.start.p5(i64 4, ptr addrspace(5) nonnull %a)
  store i32 1, ptr addrspace(5) %a
  %v = load i32, ptr addrspace(5) %a
  ret i32 %v
}
define i32 @tgt2() {
  ret i32 1
}
