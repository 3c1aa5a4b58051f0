; RUN: tollgate run %s --fn f
; CLAUSE: call: pointers that are passed are observed as places in objects
target datalayout = "e"

@s = global [8 x i8] zeroinitializer

declare void @a(ptr, ptr)

define void @f() {
  %p = getelementptr i8, ptr @s, i64 4
  call void @a(ptr %p, ptr null)
  ret void
}
