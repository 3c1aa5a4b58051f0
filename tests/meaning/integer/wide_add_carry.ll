; RUN: tollgate run %s --fn f --args 340282366920938463463374607431768211455
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: add: a carry runs through all words of an i256
target datalayout = "e"

define i256 @f(i256 %a) {
  %r = add i256 %a, 1
  ret i256 %r
}
