; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: uitofp: with nneg a negative operand gives poison
target datalayout = "e"

define float @f(i8 %a) {
  %r = uitofp nneg i8 %a to float
  ret float %r
}
