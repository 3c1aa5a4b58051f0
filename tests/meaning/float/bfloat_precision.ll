; RUN: tollgate run %s --fn f --args 1.0,0.00390625
; RUN: tollgate run %s --fn f --args 1.0,0.0078125
; RUN: tollgate run %s --fn f --args 256.0,3.0
; RUN: tollgate run %s --fn f --args 65536.0,65536.0
; CLAUSE: Floating-Point Types: bfloat has 8 bits of precision and the range of float
define bfloat @f(bfloat %a, bfloat %b) {
  %r = fadd bfloat %a, %b
  ret bfloat %r
}
