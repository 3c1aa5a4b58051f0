; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: pointer aliasing rules: one past the end may be pointed to but not written
target datalayout = "e"

@g = global [4 x i8] zeroinitializer

define void @f(i64 %i) {
  %p = getelementptr inbounds i8, ptr @g, i64 %i
  store i8 1, ptr %p
  ret void
}
