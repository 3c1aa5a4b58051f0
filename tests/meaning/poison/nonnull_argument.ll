; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &1
; CLAUSE: Parameter Attributes: without noundef a null argument for nonnull becomes poison
define ptr @callee(ptr nonnull %p) {
  ret ptr %p
}

define ptr @f(ptr %p) {
  %r = call ptr @callee(ptr %p)
  ret ptr %r
}
