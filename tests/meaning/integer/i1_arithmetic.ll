; RUN: tollgate run %s --fn f --args true,true
; RUN: tollgate run %s --fn f --args true,false
; CLAUSE: integer type: one bit wraps as all integers do
target datalayout = "e"

define i1 @f(i1 %a, i1 %b) {
  %r = add i1 %a, %b
  ret i1 %r
}
