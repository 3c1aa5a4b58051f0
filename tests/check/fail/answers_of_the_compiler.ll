; RUN: tollgate check %s
; What `llvm.objectsize` answers is the compiler's affair. These pairs are wrong. (§4.4)
declare ptr @obtain(i64) allocsize(0)
define i64 @src2(i64 %n) {
  %p = call ptr @obtain(i64 24)
  ret i64 %n
}
define i64 @tgt2(i64 %n) {
  %p = call ptr @obtain(i64 24)
  ret i64 24
}
