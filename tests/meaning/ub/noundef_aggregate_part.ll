; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: Parameter Attributes: one undef field of a noundef aggregate is undefined behaviour
define void @callee({ i8, i32 } noundef %x) {
  ret void
}

define void @f(i32 %x) {
  %s = insertvalue { i8, i32 } { i8 1, i32 undef }, i32 %x, 1
  call void @callee({ i8, i32 } %s)
  ret void
}
