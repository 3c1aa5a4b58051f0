; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: data layout: e stores the least significant byte first
target datalayout = "e"

define i8 @f(i64 %i) {
  %p = alloca i32
  store i32 16909060, ptr %p
  %q = getelementptr i8, ptr %p, i64 %i
  %r = load i8, ptr %q
  ret i8 %r
}
