target datalayout = "e-m:e-i64:64-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"
module asm "nop"
define i32 @f(i32 %x) {
  ret i32 %x
}
!llvm.module.flags = !{!4}
!4 = !{i32 1, !"wchar_size", i32 4}
