; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: freeze: of a frozen value it is the same value
target datalayout = "e"

define i1 @f(i1 %x) {
  %a = freeze i1 %x
  %b = freeze i1 %a
  %r = xor i1 %a, %b
  ret i1 %r
}
