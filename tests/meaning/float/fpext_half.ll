; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0x3C00
; RUN: tollgate run %s --fn f --args 0x7C00
; CLAUSE: 'fpext .. to' Instruction: a subnormal half is a normal float
define float @f(i16 %bits) {
  %x = bitcast i16 %bits to half
  %r = fpext half %x to float
  ret float %r
}
