; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: Parameter Attributes: noundef counts for functions without a body as well, before they are called
declare void @outside(i32 noundef)

define void @f(i32 %x) {
  call void @outside(i32 %x)
  ret void
}
