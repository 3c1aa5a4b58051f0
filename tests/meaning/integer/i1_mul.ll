; RUN: tollgate run %s --fn f --args true,true
; RUN: tollgate run %s --fn f --args true,false
; CLAUSE: Integer Type: the product of one-bit numbers is their conjunction
define i1 @f(i1 %a, i1 %b) {
  %r = mul i1 %a, %b
  ret i1 %r
}
