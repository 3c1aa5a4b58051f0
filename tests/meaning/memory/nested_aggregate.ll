; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 2
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: store: nested aggregates are laid out one in the other
target datalayout = "e"

@g = global { i8, { i16, [2 x i8] } } { i8 1, { i16, [2 x i8] } { i16 2, [2 x i8] c"\03\04" } }

define i8 @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = load i8, ptr %p
  ret i8 %r
}
