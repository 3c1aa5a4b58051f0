; RUN: tollgate run %s --fn f --args -1,10
; RUN: tollgate run %s --fn f --args 7,-1
; CLAUSE: urem: operands are unsigned
target datalayout = "e"

define i8 @f(i8 %a, i8 %b) {
  %r = urem i8 %a, %b
  ret i8 %r
}
