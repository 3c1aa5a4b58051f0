; RUN: tollgate check %s --no-refute
; A value without bits is never undef or poison (§11.13): `noundef` of it says nothing, and a source that has it is not undefined. All pairs are wrong.
%empty = type { {}, [0 x i32] }
declare void @f({})
declare void @g()
define i32 @srcargument() {
  call void @f({} noundef undef)
  ret i32 1
}
define i32 @tgtargument() {
  ret i32 2
}
define noundef {} @srcresult() {
  call void @g()
  ret {} undef
}
define noundef {} @tgtresult() {
  call void @g()
  unreachable
}
define noundef [0 x i32] @srcarray() {
  ret [0 x i32] poison
}
define noundef [0 x i32] @tgtarray() {
  unreachable
}
define noundef %empty @srcnamed() {
  ret %empty poison
}
define noundef %empty @tgtnamed() {
  unreachable
}
define i32 @srcload(ptr %p) {
  %v = load [0 x i64], ptr %p, align 8, !noundef !0
  ret i32 1
}
define i32 @tgtload(ptr %p) {
  ret i32 2
}
!0 = !{}
