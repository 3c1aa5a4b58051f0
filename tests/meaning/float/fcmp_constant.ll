; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,1.0
; CLAUSE: 'fcmp' Instruction: true and false do not depend on their operands
define <2 x i1> @f(double %a, double %b) {
  %true = fcmp true double %a, %b
  %v0 = insertelement <2 x i1> poison, i1 %true, i32 0
  %false = fcmp false double %a, %b
  %v1 = insertelement <2 x i1> %v0, i1 %false, i32 1
  ret <2 x i1> %v1
}
