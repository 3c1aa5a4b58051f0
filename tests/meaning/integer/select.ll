; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: select: one of two integers
target datalayout = "e"

define i8 @f(i1 %c) {
  %r = select i1 %c, i8 1, i8 -1
  ret i8 %r
}
