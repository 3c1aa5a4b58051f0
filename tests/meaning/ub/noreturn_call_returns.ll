; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: Function Attributes: a call marked noreturn that returns is undefined behaviour
define void @callee() {
  ret void
}

define i32 @f() {
  call void @callee() noreturn
  ret i32 1
}

define i32 @g() {
  call void @callee()
  ret i32 1
}
