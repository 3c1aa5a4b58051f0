; RUN: tollgate check %s --no-refute
; The alignment of a copy says where it is put. Old spellings of attributes are not understood. What accesses promise of a loop hangs on what the loop says. (§11a.1)
define i32 @srclowered(ptr byval({i32, i32}) align 16 %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define i32 @tgtlowered(ptr byval({i32, i32}) align 4 %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define i32 @srcdropped(ptr byval({i32, i32}) align 16 %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define i32 @tgtdropped(ptr byval({i32, i32}) %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define void @srcnull() "null-pointer-is-valid"="true" {
  store i32 0, ptr null
  ret void
}
define void @tgtnull() "null-pointer-is-valid"="true" {
  unreachable
}
define void @srcparallel(ptr %p) {
  store i32 0, ptr %p, !llvm.mem.parallel_loop_access !0
  ret void
}
define void @tgtparallel(ptr %p) {
  store i32 0, ptr %p, !llvm.mem.parallel_loop_access !0
  ret void
}
; An alignment that is no more than a promise may go.
define i32 @srcpromise(ptr align 16 %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
define i32 @tgtpromise(ptr align 4 %p) {
  %v = load i32, ptr %p, align 4
  ret i32 %v
}
!0 = distinct !{!0, !"loop"}
