; RUN: tollgate run %s --fn f
; CLAUSE: alloca: slots that live at the same time have different addresses
target datalayout = "e"

define i1 @f() {
  %p = alloca i32
  %q = alloca i32
  %r = icmp eq ptr %p, %q
  ret i1 %r
}
