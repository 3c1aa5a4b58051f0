; RUN: tollgate run %s --fn f --args 0.0009765625,0.00006103515625
; RUN: tollgate run %s --fn f --args 0.0009765625,0.000030517578125
; RUN: tollgate run %s --fn f --args 256.0,256.0
; CLAUSE: Floating-Point Types: a product of halves is rounded once
define half @f(half %a, half %b) {
  %r = fmul half %a, %b
  ret half %r
}
