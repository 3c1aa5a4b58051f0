; RUN: tollgate run %s --fn f
; CLAUSE: call: an outside function sees what was stored before it
target datalayout = "e"

@g = global i32 0

declare void @outside(ptr)

define i32 @f() {
  store i32 3, ptr @g
  call void @outside(ptr @g)
  %r = load i32, ptr @g
  ret i32 %r
}
