; RUN: tollgate run %s --fn f --args poison,0
; RUN: tollgate run %s --fn f --args poison,1
; CLAUSE: 'udiv' Instruction: a zero divisor is undefined behaviour also for a poison dividend
define i8 @f(i8 %a, i8 %b) {
  %q = udiv i8 %a, %b
  ret i8 %q
}
