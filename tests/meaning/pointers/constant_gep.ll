; RUN: tollgate run %s --fn f
; CLAUSE: constant expressions: getelementptr of a global is a constant address
target datalayout = "e"

@g = global [4 x i16] [i16 5, i16 6, i16 7, i16 8]
@p = global ptr getelementptr ([4 x i16], ptr @g, i64 0, i64 2)

define i16 @f() {
  %a = load ptr, ptr @p
  %r = load i16, ptr %a
  ret i16 %r
}
