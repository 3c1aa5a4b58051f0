; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &1
; RUN: tollgate run %s --fn g --args null
; CLAUSE: parameter attributes: nonnull gives poison for null, and undefined behaviour together with noundef
target datalayout = "e"

define i1 @loose(ptr nonnull %p) {
  %r = icmp eq ptr %p, null
  ret i1 %r
}

define i1 @strict(ptr nonnull noundef %p) {
  %r = icmp eq ptr %p, null
  ret i1 %r
}

define i1 @f(ptr %p) {
  %r = call i1 @loose(ptr %p)
  ret i1 %r
}

define i1 @g(ptr %p) {
  %s = call i1 @strict(ptr %p)
  ret i1 %s
}
