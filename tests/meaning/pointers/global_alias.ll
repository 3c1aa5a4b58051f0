; RUN: tollgate run %s --fn f
; CLAUSE: aliases: another name of the same object
target datalayout = "e"

@g = global [2 x i32] [i32 1, i32 2]
@second = alias i32, getelementptr ([2 x i32], ptr @g, i64 0, i64 1)

define i32 @f() {
  %r = load i32, ptr @second
  ret i32 %r
}
