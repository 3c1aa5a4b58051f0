; RUN: tollgate run %s --fn f --args -128,-1
; RUN: tollgate run %s --fn f --args 7,0
; RUN: tollgate run %s --fn f --args 7,2
; CLAUSE: 'sdiv' Instruction: exact does not turn undefined behaviour into poison
define i8 @f(i8 %a, i8 %b) {
  %q = sdiv exact i8 %a, %b
  ret i8 %q
}
