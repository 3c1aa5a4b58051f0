; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 7
; CLAUSE: 'zext .. to' Instruction: zeros are added across words
define i128 @f(i65 %a) {
  %r = zext i65 %a to i128
  ret i128 %r
}
