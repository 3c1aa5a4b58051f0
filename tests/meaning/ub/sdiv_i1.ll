; RUN: tollgate run %s --fn f --args true,true
; RUN: tollgate run %s --fn f --args false,true
; CLAUSE: 'sdiv' Instruction: a true i1 is both the smallest number and -1
define i1 @f(i1 %a, i1 %b) {
  %q = sdiv i1 %a, %b
  ret i1 %q
}
