; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,nan
; RUN: tollgate run %s --fn f --args nan,nan
; RUN: tollgate run %s --fn f --args 1.0,1.0
; RUN: tollgate run %s --fn f --args 1.0,2.0
; RUN: tollgate run %s --fn f --args 2.0,-1.0
; CLAUSE: 'fcmp' Instruction: oeq, ogt, oge, olt, ole, one, ord are false as soon as an operand is NaN
define <7 x i1> @f(double %a, double %b) {
  %oeq = fcmp oeq double %a, %b
  %v0 = insertelement <7 x i1> poison, i1 %oeq, i32 0
  %ogt = fcmp ogt double %a, %b
  %v1 = insertelement <7 x i1> %v0, i1 %ogt, i32 1
  %oge = fcmp oge double %a, %b
  %v2 = insertelement <7 x i1> %v1, i1 %oge, i32 2
  %olt = fcmp olt double %a, %b
  %v3 = insertelement <7 x i1> %v2, i1 %olt, i32 3
  %ole = fcmp ole double %a, %b
  %v4 = insertelement <7 x i1> %v3, i1 %ole, i32 4
  %one = fcmp one double %a, %b
  %v5 = insertelement <7 x i1> %v4, i1 %one, i32 5
  %ord = fcmp ord double %a, %b
  %v6 = insertelement <7 x i1> %v5, i1 %ord, i32 6
  ret <7 x i1> %v6
}
