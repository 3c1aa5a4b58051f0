; RUN: tollgate run %s --fn f --args -7 --choices all
; CLAUSE: 'freeze' Instruction: a well-defined value passes unchanged
define i8 @f(i8 %a) {
  %r = freeze i8 %a
  ret i8 %r
}
