; RUN: tollgate run %s --fn f --args true,false
; RUN: tollgate run %s --fn g --args true,false
; CLAUSE: icmp: a true i1 is -1 when read as signed
target datalayout = "e"

define i1 @f(i1 %a, i1 %b) {
  %r = icmp slt i1 %a, %b
  ret i1 %r
}

define i1 @g(i1 %a, i1 %b) {
  %r = icmp ult i1 %a, %b
  ret i1 %r
}
