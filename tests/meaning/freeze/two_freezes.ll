; RUN: tollgate run %s --fn f --args undef --choices all
; RUN: tollgate run %s --fn f --args true --choices all
; CLAUSE: 'freeze' Instruction: two freezes of one undef value need not agree
define i1 @f(i1 %x) {
  %a = freeze i1 %x
  %b = freeze i1 %x
  %r = xor i1 %a, %b
  ret i1 %r
}
