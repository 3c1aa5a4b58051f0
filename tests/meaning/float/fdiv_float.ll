; RUN: tollgate run %s --fn f --args 1.0,3.0
; RUN: tollgate run %s --fn f --args 5.0,3.0
; CLAUSE: 'fdiv' Instruction: a float is rounded to 24 bits
define float @f(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
