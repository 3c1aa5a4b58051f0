; RUN: tollgate run %s --fn f --args 3,2
; RUN: tollgate run %s --fn f --args 3,3
; CLAUSE: alloca: the number of elements may be computed
target datalayout = "e"

define i32 @f(i32 %n, i64 %i) {
  %p = alloca i32, i32 %n
  %q = getelementptr i32, ptr %p, i64 %i
  store i32 5, ptr %q
  %r = load i32, ptr %q
  ret i32 %r
}
