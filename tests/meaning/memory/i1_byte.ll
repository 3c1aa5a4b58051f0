; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: store: an i1 takes a byte of which seven bits are undef (§2.5)
target datalayout = "e"

define i8 @f() {
  %p = alloca i8
  store i1 true, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i1 @g() {
  %p = alloca i8
  store i1 true, ptr %p
  %r = load i1, ptr %p
  ret i1 %r
}
