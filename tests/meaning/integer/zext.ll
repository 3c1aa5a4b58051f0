; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: 'zext .. to' Instruction: adds zeros
define i16 @f(i8 %a) {
  %r = zext i8 %a to i16
  ret i16 %r
}
