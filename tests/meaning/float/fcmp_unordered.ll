; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,nan
; RUN: tollgate run %s --fn f --args nan,nan
; RUN: tollgate run %s --fn f --args 1.0,1.0
; RUN: tollgate run %s --fn f --args 1.0,2.0
; RUN: tollgate run %s --fn f --args 2.0,-1.0
; CLAUSE: 'fcmp' Instruction: ueq, ugt, uge, ult, ule, une, uno are true as soon as an operand is NaN
define <7 x i1> @f(double %a, double %b) {
  %ueq = fcmp ueq double %a, %b
  %v0 = insertelement <7 x i1> poison, i1 %ueq, i32 0
  %ugt = fcmp ugt double %a, %b
  %v1 = insertelement <7 x i1> %v0, i1 %ugt, i32 1
  %uge = fcmp uge double %a, %b
  %v2 = insertelement <7 x i1> %v1, i1 %uge, i32 2
  %ult = fcmp ult double %a, %b
  %v3 = insertelement <7 x i1> %v2, i1 %ult, i32 3
  %ule = fcmp ule double %a, %b
  %v4 = insertelement <7 x i1> %v3, i1 %ule, i32 4
  %une = fcmp une double %a, %b
  %v5 = insertelement <7 x i1> %v4, i1 %une, i32 5
  %uno = fcmp uno double %a, %b
  %v6 = insertelement <7 x i1> %v5, i1 %uno, i32 6
  ret <7 x i1> %v6
}
