; RUN: tollgate run %s --fn f --args 0x3FF0100000001000
; RUN: tollgate run %s --fn f --args 0x3FF0100000000000
; RUN: tollgate run %s --fn f --args 0x3FF0300000000000
; CLAUSE: 'fptrunc .. to' Instruction: to bfloat it rounds once, not by way of float
define bfloat @f(i64 %bits) {
  %x = bitcast i64 %bits to double
  %r = fptrunc double %x to bfloat
  ret bfloat %r
}
