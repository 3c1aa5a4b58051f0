; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: load: the bits of a stored float can be read as an integer
target datalayout = "e"

define i32 @f(float %x) {
  %p = alloca float
  store float %x, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
