; RUN: tollgate run %s --fn f
; CLAUSE: pointer aliasing rules: below the first byte there is nothing of the object
target datalayout = "e"

@g = global i32 0

define i8 @f() {
  %p = getelementptr i8, ptr @g, i64 -1
  %r = load i8, ptr %p
  ret i8 %r
}
