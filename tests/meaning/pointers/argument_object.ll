; RUN: tollgate run %s --fn f --args &8
; RUN: tollgate run %s --fn g --args &8
; CLAUSE: functions: an argument may point into an object of the caller
target datalayout = "e"

define ptr @f(ptr %p) {
  %r = getelementptr i8, ptr %p, i64 4
  ret ptr %r
}

define i8 @g(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 8
  %r = load i8, ptr %q
  ret i8 %r
}
