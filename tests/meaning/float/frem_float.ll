; RUN: tollgate run %s --fn f --args 16777216.0,3.0
; RUN: tollgate run %s --fn f --args -10.5,4.0
; CLAUSE: 'frem' Instruction: of floats it is exact as well
define float @f(float %a, float %b) {
  %r = frem float %a, %b
  ret float %r
}
