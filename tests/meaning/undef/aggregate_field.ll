; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g --args 4
; CLAUSE: undefined values: an undef field leaves the others alone
target datalayout = "e"

define { i32, i32 } @f() {
  ret { i32, i32 } { i32 1, i32 undef }
}

define i32 @g(i32 %x) {
  %s = insertvalue { i32, i32 } undef, i32 %x, 1
  %r = extractvalue { i32, i32 } %s, 0
  ret i32 %r
}
