; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: store: the bits between the width of an odd integer and its bytes are undef (§2.5)
target datalayout = "e"

define i8 @f() {
  %p = alloca i8
  store i5 21, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i5 @g() {
  %p = alloca i8
  store i5 10, ptr %p
  %r = load i5, ptr %p
  ret i5 %r
}
