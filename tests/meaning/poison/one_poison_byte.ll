; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: load: one poison byte makes the whole integer poison; the other bytes stay as they are
target datalayout = "e"

define i32 @f() {
  %p = alloca i32
  store i32 poison, ptr %p
  store i8 1, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}

define i8 @g() {
  %p = alloca i32
  store i32 poison, ptr %p
  store i8 1, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
