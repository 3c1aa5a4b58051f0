; RUN: tollgate check %s
; A slot that states no alignment has one that the machine chooses. LLVM takes the preferred
; alignment, so that an access which needs it is not certain to be undefined.

target datalayout = "e-m:e-p:32:32-f64:32:64-n8:16:32-S128"

declare void @use(ptr)

define void @src1() {
  %s = alloca { i32, i32 }
  store { i32, i32 } { i32 1, i32 0 }, ptr %s
  call void @use(ptr %s)
  ret void
}

define void @tgt1() {
  %s = alloca { i32, i32 }
  store i64 1, ptr %s, align 8
  call void @use(ptr %s)
  ret void
}

define void @src2() {
  %s = alloca i64
  store i64 1, ptr %s
  call void @use(ptr %s)
  ret void
}

define void @tgt2() {
  %s = alloca i64
  store i64 1, ptr %s, align 8
  call void @use(ptr %s)
  ret void
}
