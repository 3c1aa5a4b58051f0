; RUN: tollgate run %s --fn f --args 256
; RUN: tollgate run %s --fn f --args 511
; RUN: tollgate run %s --fn f --args -32768
; RUN: tollgate run %s --fn f --args 384
; CLAUSE: 'trunc .. to' Instruction: drops the high bits
define i8 @f(i16 %a) {
  %r = trunc i16 %a to i8
  ret i8 %r
}
