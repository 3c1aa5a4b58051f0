; RUN: tollgate check %s %s.after
; RUN: tollgate check %s %s.after --format json
; RUN: tollgate check %s %s.after --fn gone
; RUN: tollgate check %s %s.after --fn same
; RUN: tollgate check %s %s.after --fn nobody
; RUN: tollgate check %s
; RUN: tollgate check - -
; All pairs are valid, but things that matter were not compared.
define void @same() {
  ret void
}
define void @gone() {
  ret void
}
define internal void @local() {
  ret void
}
define void @signature(i32 %x) {
  ret void
}
define void @declared() {
  ret void
}
@llvm.global_ctors = appending global [1 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @same, ptr null }]
@visible = global i32 0
