; RUN: tollgate run %s --fn f
; CLAUSE: call: a slot of the caller is passed by its address
target datalayout = "e"

declare void @outside(ptr)

define void @f() {
  %slot = alloca [4 x i8]
  %p = getelementptr i8, ptr %slot, i64 2
  call void @outside(ptr %p)
  ret void
}
