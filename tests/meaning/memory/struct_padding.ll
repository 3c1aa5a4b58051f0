; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: store: the padding of a stored struct is undef (§11.14)
target datalayout = "e-i32:32"

define i32 @f() {
  %p = alloca { i8, i32 }
  store i64 0, ptr %p, align 4
  store { i8, i32 } { i8 1, i32 2 }, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @g() {
  %p = alloca { i8, i32 }
  store { i8, i32 } { i8 1, i32 2 }, ptr %p
  %q = getelementptr { i8, i32 }, ptr %p, i32 0, i32 1
  %r = load i32, ptr %q
  ret i32 %r
}
