; RUN: tollgate run %s --fn f --args -0.0,0.0
; CLAUSE: 'fcmp' Instruction: the two zeros are equal
define <5 x i1> @f(double %a, double %b) {
  %oeq = fcmp oeq double %a, %b
  %v0 = insertelement <5 x i1> poison, i1 %oeq, i32 0
  %olt = fcmp olt double %a, %b
  %v1 = insertelement <5 x i1> %v0, i1 %olt, i32 1
  %oge = fcmp oge double %a, %b
  %v2 = insertelement <5 x i1> %v1, i1 %oge, i32 2
  %one = fcmp one double %a, %b
  %v3 = insertelement <5 x i1> %v2, i1 %one, i32 3
  %ult = fcmp ult double %a, %b
  %v4 = insertelement <5 x i1> %v3, i1 %ult, i32 4
  ret <5 x i1> %v4
}
