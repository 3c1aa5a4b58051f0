; RUN: tollgate run %s --fn f
; CLAUSE: call: a callee sees and changes the globals of the caller
target datalayout = "e"

@g = global i32 1

define void @bump() {
  %x = load i32, ptr @g
  %y = add i32 %x, 1
  store i32 %y, ptr @g
  ret void
}

define i32 @f() {
  store i32 10, ptr @g
  call void @bump()
  call void @bump()
  %r = load i32, ptr @g
  ret i32 %r
}
