; RUN: tollgate run %s --fn f
; CLAUSE: parameter attributes: writes to a byval copy are seen only by the callee
target datalayout = "e"

define void @callee(ptr byval([2 x i8]) %p) {
  store i8 9, ptr %p
  ret void
}

define i8 @f() {
  %a = alloca [2 x i8]
  store i8 1, ptr %a
  call void @callee(ptr byval([2 x i8]) %a)
  %r = load i8, ptr %a
  ret i8 %r
}
