; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args &1
; CLAUSE: store: through a poison address it is undefined behaviour; the stored value may be poison
target datalayout = "e"

define void @f(ptr %p) {
  store i8 poison, ptr %p
  ret void
}
