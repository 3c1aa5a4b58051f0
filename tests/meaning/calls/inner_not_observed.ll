; RUN: tollgate run %s --fn f --args 5
; CLAUSE: call: a function with a body is executed, not observed
target datalayout = "e"

define i32 @inner(i32 %x) {
  %r = mul i32 %x, 3
  ret i32 %r
}

define i32 @f(i32 %x) {
  %r = call i32 @inner(i32 %x)
  ret i32 %r
}
