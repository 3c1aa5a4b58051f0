; RUN: tollgate run %s --fn f --args 0x3FF0020000001000
; RUN: tollgate run %s --fn f --args 0x3FF0020000000000
; RUN: tollgate run %s --fn f --args 0x40EFFE0000000000
; RUN: tollgate run %s --fn f --args 0x40EFFDFFFFFFFFFF
; CLAUSE: 'fptrunc .. to' Instruction: to half it rounds once, not by way of float
define half @f(i64 %bits) {
  %x = bitcast i64 %bits to double
  %r = fptrunc double %x to half
  ret half %r
}
