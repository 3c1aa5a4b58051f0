; RUN: tollgate check %s
; What `llvm.objectsize` answers is the compiler's affair. These pairs are right, or may be. (§4.4)
declare i64 @llvm.objectsize.i64.p0(ptr, i1, i1, i1)
declare ptr @obtain(i64) allocsize(0)
define i64 @src1() {
  %p = call ptr @obtain(i64 24)
  %n = call i64 @llvm.objectsize.i64.p0(ptr %p, i1 false, i1 false, i1 false)
  ret i64 %n
}
define i64 @tgt1() {
  %p = call ptr @obtain(i64 24)
  ret i64 24
}
