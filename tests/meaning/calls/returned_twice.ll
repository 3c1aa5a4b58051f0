; RUN: tollgate run %s --fn f
; CLAUSE: call: outside functions with equal arguments are two observations
target datalayout = "e"

declare i8 @a()

define i8 @f() {
  %x = call i8 @a()
  %y = call i8 @a()
  %r = sub i8 %x, %y
  ret i8 %r
}
