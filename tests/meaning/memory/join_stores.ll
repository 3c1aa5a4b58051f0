; RUN: tollgate run %s --fn f
; CLAUSE: load: the bytes may come from several stores
target datalayout = "e"

define i32 @f() {
  %p = alloca i32
  store i16 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  store i16 2, ptr %q
  %r = load i32, ptr %p
  ret i32 %r
}
