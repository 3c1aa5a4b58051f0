; RUN: tollgate run %s --fn f
; CLAUSE: inttoptr: a number at which no exposed object lies gives a pointer that must not be used
target datalayout = "e"

define i32 @f() {
  %p = inttoptr i64 16 to ptr
  %r = load i32, ptr %p, align 4
  ret i32 %r
}
