; RUN: tollgate run %s --fn f
; CLAUSE: floating-point types: an x86_fp80 is stored as ten bytes
target datalayout = "e-f80:128"

define i64 @f() {
  %p = alloca [16 x i8], align 16
  store i128 -1, ptr %p, align 16
  store x86_fp80 0xK3FFF8000000000000000, ptr %p
  %q = getelementptr i8, ptr %p, i64 8
  %r = load i64, ptr %q
  ret i64 %r
}
