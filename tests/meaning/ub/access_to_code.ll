; RUN: tollgate run %s --fn f
; CLAUSE: functions: the memory of a function is not data
target datalayout = "e"

define i8 @f() {
  %r = load i8, ptr @f
  ret i8 %r
}
