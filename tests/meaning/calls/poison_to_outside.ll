; RUN: tollgate run %s --fn f --args poison,undef
; CLAUSE: call: an argument without noundef may be poison, and is observed as such
target datalayout = "e"

declare void @a(i32, i8)

define void @f(i32 %x, i8 %y) {
  call void @a(i32 %x, i8 %y)
  ret void
}
