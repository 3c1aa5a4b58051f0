; RUN: tollgate run %s --fn f --args <7,-128>,<2,-1>
; RUN: tollgate run %s --fn f --args <7,-127>,<2,-1>
; CLAUSE: 'srem' Instruction: one lane that overflows makes the whole operation undefined behaviour
define i8 @f(<2 x i8> %a, <2 x i8> %b) {
  %q = srem <2 x i8> %a, %b
  %r = extractelement <2 x i8> %q, i32 0
  ret i8 %r
}
