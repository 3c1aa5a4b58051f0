; RUN: tollgate run %s --fn f --args 5
; RUN: tollgate run %s --fn f --args 6
; CLAUSE: cmpxchg: stores only if the old value is the expected one, and says whether it did
target datalayout = "e"

@g = global i32 5

define { i32, i1 } @f(i32 %expected) {
  %r = cmpxchg ptr @g, i32 %expected, i32 9 seq_cst seq_cst
  ret { i32, i1 } %r
}
