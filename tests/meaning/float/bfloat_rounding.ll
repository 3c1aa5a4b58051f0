; RUN: tollgate run %s --fn f --args 1.0,0.00390625
; RUN: tollgate run %s --fn f --args 1.0,0.0078125
; CLAUSE: floating-point types: bfloat has eight bits of precision
target datalayout = "e"

define bfloat @f(bfloat %a, bfloat %b) {
  %r = fadd bfloat %a, %b
  ret bfloat %r
}
