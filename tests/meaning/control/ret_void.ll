; RUN: tollgate run %s --fn f
; CLAUSE: ret: void gives nothing
target datalayout = "e"

define void @f() {
  ret void
}
