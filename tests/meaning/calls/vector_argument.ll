; RUN: tollgate run %s --fn f --args <1,poison>
; CLAUSE: call: vectors and floats are observed lane by lane
target datalayout = "e"

declare void @outside(<2 x i8>, double)

define void @f(<2 x i8> %v) {
  call void @outside(<2 x i8> %v, double 1.5)
  ret void
}
