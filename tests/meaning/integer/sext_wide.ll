; RUN: tollgate run %s --fn f --args -4294967296
; RUN: tollgate run %s --fn f --args 4294967295
; CLAUSE: 'sext .. to' Instruction: the sign bit is copied across words
define i65 @f(i33 %a) {
  %r = sext i33 %a to i65
  ret i65 %r
}
