; RUN: tollgate run %s --fn f
; CLAUSE: vector type: lane 0 of a byte vector lies first in memory
target datalayout = "e"

define i32 @f() {
  %p = alloca <4 x i8>
  store <4 x i8> <i8 1, i8 2, i8 3, i8 4>, ptr %p
  %r = load i32, ptr %p
  ret i32 %r
}
