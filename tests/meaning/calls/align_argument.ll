; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: parameter attributes: align gives poison for an address that is not aligned
target datalayout = "e"

define i1 @callee(ptr align 4 %p) {
  %r = icmp eq ptr %p, null
  ret i1 %r
}

define i1 @f(i64 %i) {
  %a = alloca [8 x i8], align 8
  %p = getelementptr i8, ptr %a, i64 %i
  %r = call i1 @callee(ptr %p)
  ret i1 %r
}
