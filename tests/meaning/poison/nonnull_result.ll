; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &4
; CLAUSE: Parameter Attributes: a null result of a nonnull function is poison
define nonnull ptr @callee(ptr %p) {
  ret ptr %p
}

define ptr @f(ptr %p) {
  %r = call ptr @callee(ptr %p)
  ret ptr %r
}
