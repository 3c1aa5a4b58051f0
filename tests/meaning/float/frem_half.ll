; RUN: tollgate run %s --fn f --args 65504.0,3.0
; RUN: tollgate run %s --fn f --args 5.5,2.0
; CLAUSE: 'frem' Instruction: of halves it is exact as well
define half @f(half %a, half %b) {
  %r = frem half %a, %b
  ret half %r
}
