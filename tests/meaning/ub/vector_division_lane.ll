; RUN: tollgate run %s --fn f --args <6,6>,<2,0>
; RUN: tollgate run %s --fn f --args <6,6>,<2,poison>
; RUN: tollgate run %s --fn f --args <6,poison>,<2,3>
; CLAUSE: 'udiv' Instruction: one zero lane of the divisor makes the whole vector operation undefined behaviour
define i8 @f(<2 x i8> %a, <2 x i8> %b) {
  %q = udiv <2 x i8> %a, %b
  %r = extractelement <2 x i8> %q, i32 0
  ret i8 %r
}
