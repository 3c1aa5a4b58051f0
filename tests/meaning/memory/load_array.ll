; RUN: tollgate run %s --fn f
; CLAUSE: load: an array is loaded element by element, undef apart from defined
target datalayout = "e"

define [2 x i16] @f() {
  %p = alloca [2 x i16]
  store i16 3, ptr %p
  %r = load [2 x i16], ptr %p
  ret [2 x i16] %r
}
