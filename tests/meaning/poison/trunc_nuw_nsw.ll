; RUN: tollgate run %s --fn f --args 127
; RUN: tollgate run %s --fn f --args 128
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: 'trunc .. to' Instruction: with both flags only what is non-negative in the small type stays
define i8 @f(i16 %a) {
  %r = trunc nuw nsw i16 %a to i8
  ret i8 %r
}
