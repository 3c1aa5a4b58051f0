; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &1
; CLAUSE: Parameter Attributes: null for nonnull is undefined behaviour together with noundef
define i1 @callee(ptr noundef nonnull %p) {
  ret i1 true
}

define i1 @f(ptr %p) {
  %r = call i1 @callee(ptr %p)
  ret i1 %r
}
