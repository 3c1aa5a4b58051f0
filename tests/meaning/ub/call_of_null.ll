; RUN: tollgate run %s --fn f --args null
; RUN: tollgate run %s --fn f --args &8
; CLAUSE: call: what is called must be a function
target datalayout = "e"

define i32 @f(ptr %p) {
  %r = call i32 %p()
  ret i32 %r
}
