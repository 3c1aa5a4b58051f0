; RUN: tollgate run %s --fn f
; CLAUSE: function attributes: a noreturn function that returns is undefined behaviour
target datalayout = "e"

define void @never() noreturn {
  ret void
}

define i32 @f() {
  call void @never()
  unreachable
}
