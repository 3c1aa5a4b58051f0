; RUN: tollgate run %s --fn f
; CLAUSE: store: only the bytes of the value are written
target datalayout = "e"

define i32 @f() {
  %p = alloca i32
  store i32 -1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 0, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}
