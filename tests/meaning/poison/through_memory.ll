; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: store and load: memory holds poison byte by byte
target datalayout = "e"

define i32 @f() {
  %p = alloca i32
  store i32 poison, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}

define i8 @g() {
  %p = alloca i32
  store i32 poison, ptr %p
  %q = getelementptr i8, ptr %p, i64 2
  %r = load i8, ptr %q
  ret i8 %r
}
