; RUN: tollgate run %s --fn f --args 9
; RUN: tollgate run %s --fn g --args 9
; CLAUSE: 'extractvalue' Instruction: parts of nested aggregates are found by their path
define i8 @f(i8 %x) {
  %a = insertvalue [2 x { i8, i8 }] zeroinitializer, i8 %x, 1, 0
  %r = extractvalue [2 x { i8, i8 }] %a, 1, 0
  ret i8 %r
}

define [2 x { i8, i8 }] @g(i8 %x) {
  %a = insertvalue [2 x { i8, i8 }] zeroinitializer, i8 %x, 1, 0
  ret [2 x { i8, i8 }] %a
}
