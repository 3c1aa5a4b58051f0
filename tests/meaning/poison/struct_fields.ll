; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn g --args 3
; RUN: tollgate run %s --fn h --args 3
; CLAUSE: 'insertvalue' Instruction: the fields of an aggregate are poison each for itself
define { i32, i32 } @f(i32 %a) {
  %r = insertvalue { i32, i32 } poison, i32 %a, 0
  ret { i32, i32 } %r
}

define i32 @g(i32 %a) {
  %s = insertvalue { i32, i32 } poison, i32 %a, 0
  %r = extractvalue { i32, i32 } %s, 0
  ret i32 %r
}

define i32 @h(i32 %a) {
  %s = insertvalue { i32, i32 } poison, i32 %a, 0
  %r = extractvalue { i32, i32 } %s, 1
  ret i32 %r
}
