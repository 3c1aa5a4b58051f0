; RUN: tollgate run %s --fn f
; CLAUSE: call: the signature of the call must be that of the callee
target datalayout = "e"

define i32 @callee(i32 %x) {
  ret i32 %x
}

define i32 @f() {
  %r = call i32 @callee(i64 1)
  ret i32 %r
}
