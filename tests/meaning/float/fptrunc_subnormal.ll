; RUN: tollgate run %s --fn f --args 0.00000005960464477539063
; RUN: tollgate run %s --fn f --args 0.000000029802322387695312
; RUN: tollgate run %s --fn f --args 0.00000008940696716308594
; RUN: tollgate run %s --fn f --args -0.00006103515625
; CLAUSE: 'fptrunc .. to' Instruction: a number below the smallest normal one becomes subnormal or zero, rounded to even
define half @f(double %x) {
  %r = fptrunc double %x to half
  ret half %r
}
