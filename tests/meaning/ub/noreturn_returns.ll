; RUN: tollgate run %s --fn f
; CLAUSE: Function Attributes: a noreturn function that returns is undefined behaviour
define void @never() noreturn {
  ret void
}

define i32 @f() {
  call void @never()
  ret i32 1
}
