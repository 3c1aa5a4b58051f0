; RUN: tollgate run %s --fn f --args true,true
; RUN: tollgate run %s --fn f --args true,false
; CLAUSE: Integer Type: arithmetic of one bit is modulo 2
define i1 @f(i1 %a, i1 %b) {
  %r = add i1 %a, %b
  ret i1 %r
}
