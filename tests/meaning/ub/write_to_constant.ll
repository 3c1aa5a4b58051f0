; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: global variables: writing to a constant is undefined behaviour
target datalayout = "e"

@c = constant i32 5

define void @f() {
  store i32 5, ptr @c
  ret void
}

define i32 @g() {
  %r = load i32, ptr @c
  ret i32 %r
}
