; RUN: tollgate run %s --fn f --args 3
; CLAUSE: parameter attributes: byval passes a copy; the caller's memory stays as it was
target datalayout = "e"

define i32 @callee(ptr byval(i32) %p) {
  %old = load i32, ptr %p
  store i32 100, ptr %p
  ret i32 %old
}

define i32 @f(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %old = call i32 @callee(ptr byval(i32) %p)
  %now = load i32, ptr %p
  %r = add i32 %old, %now
  ret i32 %r
}
