; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: 'udiv' Instruction: a division whose result is not used is still executed
define i32 @f(i32 %b) {
  %q = udiv i32 1, %b
  ret i32 7
}
