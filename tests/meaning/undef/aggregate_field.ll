; RUN: tollgate run %s --fn f --choices symbolic
; RUN: tollgate run %s --fn g --args 4 --choices symbolic
; CLAUSE: Undefined Values: an undef field leaves the others alone
define { i8, i8 } @f() {
  ret { i8, i8 } { i8 1, i8 undef }
}

define { i8, i8 } @g(i8 %x) {
  %r = insertvalue { i8, i8 } undef, i8 %x, 1
  ret { i8, i8 } %r
}
