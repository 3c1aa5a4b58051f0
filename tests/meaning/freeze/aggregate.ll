; RUN: tollgate run %s --fn f --args 9
; CLAUSE: freeze: of an aggregate it works on every part
target datalayout = "e"

define i8 @f(i8 %x) {
  %s = insertvalue { i8, i1 } poison, i8 %x, 0
  %t = freeze { i8, i1 } %s
  %r = extractvalue { i8, i1 } %t, 0
  ret i8 %r
}
