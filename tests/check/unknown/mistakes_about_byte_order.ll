; RUN: tollgate check %s --no-refute
; The byte at the address of a number is its highest one, big endian. (§10.2)
target datalayout = "E-m:e-i64:64-n32:64"
define i8 @src(ptr %p, i32 %x) {
  store i32 %x, ptr %p, align 4
  %v = load i8, ptr %p, align 4
  ret i8 %v
}
define i8 @tgt(ptr %p, i32 %x) {
  store i32 %x, ptr %p, align 4
  %v = trunc i32 %x to i8
  ret i8 %v
}
