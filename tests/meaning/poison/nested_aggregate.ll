; RUN: tollgate run %s --fn f --args 9
; CLAUSE: 'insertvalue' Instruction: an inner aggregate can be poison beside a well-defined scalar
define { i8, [2 x i8] } @f(i8 %a) {
  %s = insertvalue { i8, [2 x i8] } poison, i8 %a, 1, 0
  %r = insertvalue { i8, [2 x i8] } %s, i8 1, 0
  ret { i8, [2 x i8] } %r
}
