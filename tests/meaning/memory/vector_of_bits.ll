; RUN: tollgate run %s --fn f
; CLAUSE: vector type: lanes of i1 are packed, in little-endian memory the first is the lowest bit
target datalayout = "e"

define i8 @f() {
  %p = alloca i8
  store <8 x i1> <i1 true, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 true>, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
