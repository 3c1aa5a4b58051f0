; RUN: tollgate run %s --fn f --args 7,2
; RUN: tollgate run %s --fn f --args 6,2
; RUN: tollgate run %s --fn f --args -2,2
; CLAUSE: 'udiv' Instruction: with exact a remainder gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = udiv exact i8 %a, %b
  ret i8 %r
}
