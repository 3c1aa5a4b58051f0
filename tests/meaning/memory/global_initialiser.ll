; RUN: tollgate run %s --fn f --args 2,10
; CLAUSE: global variables: hold their initialiser at first, and what is stored afterwards
target datalayout = "e"

@g = global [3 x i16] [i16 1, i16 2, i16 3]

define i16 @f(i64 %i, i16 %v) {
  %p = getelementptr [3 x i16], ptr @g, i64 0, i64 %i
  %old = load i16, ptr %p
  store i16 %v, ptr %p
  %new = load i16, ptr %p
  %r = sub i16 %new, %old
  ret i16 %r
}
