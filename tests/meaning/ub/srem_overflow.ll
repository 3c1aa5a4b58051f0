; RUN: tollgate run %s --fn f --args -128,-1
; RUN: tollgate run %s --fn f --args -127,-1
; RUN: tollgate run %s --fn f --args -128,1
; CLAUSE: 'srem' Instruction: the smallest number by -1 is undefined behaviour, not a wrap, although its remainder would fit
define i8 @f(i8 %a, i8 %b) {
  %q = srem i8 %a, %b
  ret i8 %q
}
