; RUN: tollgate run %s --fn f --args <1,poison>
; RUN: tollgate run %s --fn f --args <undef,1>
; RUN: tollgate run %s --fn f --args <1,2>
; CLAUSE: Parameter Attributes: one poison lane of a noundef vector is undefined behaviour
define void @callee(<2 x i8> noundef %x) {
  ret void
}

define void @f(<2 x i8> %v) {
  call void @callee(<2 x i8> %v)
  ret void
}
