; RUN: tollgate check %s
; A slot is not more aligned than it states, or than its type prefers.

target datalayout = "e-m:e-p:32:32-f64:32:64-n8:16:32-S128"

declare void @use(ptr)

define void @src1() {
  %s = alloca i64, align 4
  store i64 1, ptr %s, align 4
  call void @use(ptr %s)
  ret void
}

define void @tgt1() {
  %s = alloca i64, align 4
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
  store i64 1, ptr %s, align 16
  call void @use(ptr %s)
  ret void
}
