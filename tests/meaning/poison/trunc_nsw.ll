; RUN: tollgate run %s --fn f --args 128
; RUN: tollgate run %s --fn f --args 255
; RUN: tollgate run %s --fn f --args -128
; RUN: tollgate run %s --fn f --args 127
; RUN: tollgate run %s --fn f --args -1
; CLAUSE: 'trunc .. to' Instruction: with nsw a dropped bit that disagrees with the resulting sign bit gives poison
define i8 @f(i16 %a) {
  %r = trunc nsw i16 %a to i8
  ret i8 %r
}
