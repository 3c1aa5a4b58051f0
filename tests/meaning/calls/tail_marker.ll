; RUN: tollgate run %s --fn f --args 4
; CLAUSE: call: tail promises that the callee does not touch the caller's slots; else it is an ordinary call
target datalayout = "e"

define i32 @inner(i32 %x) {
  ret i32 %x
}

define i32 @f(i32 %x) {
  %r = tail call i32 @inner(i32 %x)
  ret i32 %r
}
