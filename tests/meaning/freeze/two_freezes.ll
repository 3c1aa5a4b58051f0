; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: freeze: two freezes of one value choose independently
target datalayout = "e"

define i1 @f(i1 %x) {
  %a = freeze i1 %x
  %b = freeze i1 %x
  %r = xor i1 %a, %b
  ret i1 %r
}
