; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 6
; CLAUSE: Parameter Attributes: one undef bit in a noundef argument is undefined behaviour
define void @callee(i8 noundef %x) {
  ret void
}

define void @f(i8 %x) {
  %m = and i8 %x, 1
  call void @callee(i8 %m)
  ret void
}
