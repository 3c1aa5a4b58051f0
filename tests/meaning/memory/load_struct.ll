; RUN: tollgate run %s --fn f
; CLAUSE: load: a struct is loaded field by field
target datalayout = "e"

@g = global { i16, i32 } { i16 7, i32 9 }

define { i16, i32 } @f() {
  %r = load { i16, i32 }, ptr @g
  ret { i16, i32 } %r
}
