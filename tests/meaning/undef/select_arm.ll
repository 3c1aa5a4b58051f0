; RUN: tollgate run %s --fn f --args true,undef --choices symbolic
; RUN: tollgate run %s --fn f --args false,undef --choices symbolic
; CLAUSE: 'select' Instruction: an undef value is passed on if it is chosen, and only then
define i8 @f(i1 %a, i8 %b) {
  %r = select i1 %a, i8 %b, i8 4
  ret i8 %r
}
