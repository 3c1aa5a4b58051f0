; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn pair --args 2
; CLAUSE: call: results may be aggregates
target datalayout = "e"

define { i32, i8 } @pair(i32 %x) {
  %a = insertvalue { i32, i8 } poison, i32 %x, 0
  %b = insertvalue { i32, i8 } %a, i8 7, 1
  ret { i32, i8 } %b
}

define i8 @f(i32 %x) {
  %p = call { i32, i8 } @pair(i32 %x)
  %r = extractvalue { i32, i8 } %p, 1
  ret i8 %r
}
