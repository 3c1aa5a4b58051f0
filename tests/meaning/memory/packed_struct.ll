; RUN: tollgate run %s --fn f
; CLAUSE: structure type: a packed struct has no padding
target datalayout = "e"

define i32 @f() {
  %p = alloca <{ i8, i32 }>
  store <{ i8, i32 }> <{ i8 1, i32 2 }>, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i32, ptr %q, align 1
  ret i32 %r
}
