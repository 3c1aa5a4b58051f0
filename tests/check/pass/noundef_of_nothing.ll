; RUN: tollgate check %s --no-refute
; A value without bits is never undef or poison: what the target promises of one is kept. One with a bit may be. (§11.13)
declare void @h({ {}, i1 })
define {} @srcloaded(ptr %p) {
  %v = load {}, ptr %p
  ret {} %v
}
define {} @tgtloaded(ptr %p) {
  %v = load {}, ptr %p, !noundef !0
  ret {} %v
}
define i32 @srcwith_a_bit() {
  call void @h({ {}, i1 } noundef undef)
  ret i32 1
}
define i32 @tgtwith_a_bit() {
  ret i32 2
}
!0 = !{}
