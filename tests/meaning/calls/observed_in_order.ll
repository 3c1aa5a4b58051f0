; RUN: tollgate run %s --fn f --args 1
; CLAUSE: call: calls of functions without a body are observed, in order, with their arguments
target datalayout = "e"

declare i32 @a(i32)
declare void @b(i32, i8)

define i32 @f(i32 %x) {
  %r = call i32 @a(i32 %x)
  call void @b(i32 2, i8 -1)
  %s = call i32 @a(i32 3)
  %t = add i32 %r, %s
  ret i32 %t
}
