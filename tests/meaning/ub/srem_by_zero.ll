; RUN: tollgate run %s --fn f --args 7,0
; RUN: tollgate run %s --fn f --args 0,0
; RUN: tollgate run %s --fn f --args 7,2
; CLAUSE: 'srem' Instruction: a zero divisor is undefined behaviour
define i32 @f(i32 %a, i32 %b) {
  %q = srem i32 %a, %b
  ret i32 %q
}
