; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: store: an i128 in little-endian memory has its low half first
target datalayout = "e"

define i64 @f(i64 %i) {
  %p = alloca i128
  store i128 36893488147419103235, ptr %p
  %q = getelementptr i64, ptr %p, i64 %i
  %r = load i64, ptr %q
  ret i64 %r
}
