; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn g --args 1.0
; CLAUSE: floating-point types: half and bfloat take two bytes
target datalayout = "e"

define i16 @f(half %x) {
  %p = alloca half
  store half %x, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}

define i16 @g(bfloat %x) {
  %p = alloca bfloat
  store bfloat %x, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}
