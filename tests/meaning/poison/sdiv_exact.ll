; RUN: tollgate run %s --fn f --args -7,2
; RUN: tollgate run %s --fn f --args -8,2
; CLAUSE: 'sdiv' Instruction: with exact a remainder gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = sdiv exact i8 %a, %b
  ret i8 %r
}
