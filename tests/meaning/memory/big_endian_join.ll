; RUN: tollgate run %s --fn f
; CLAUSE: data layout: a wide load of a big-endian memory puts the first byte on top
target datalayout = "E"

define i16 @f() {
  %p = alloca [2 x i8], align 2
  store i8 1, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store i8 2, ptr %q
  %r = load i16, ptr %p
  ret i16 %r
}
