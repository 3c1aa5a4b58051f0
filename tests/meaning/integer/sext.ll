; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 127
; RUN: tollgate run %s --fn f --args 128
; CLAUSE: 'sext .. to' Instruction: adds copies of the sign bit
define i16 @f(i8 %a) {
  %r = sext i8 %a to i16
  ret i16 %r
}
