; RUN: tollgate run %s --fn f --args 1.0e308
; RUN: tollgate run %s --fn f --args -1.0e308
; CLAUSE: 'fcmp' Instruction: an infinity is equal to itself and beyond all numbers
define <3 x i1> @f(double %a) {
  %i = fdiv double 1.000000e+00, 0.000000e+00
  %x = fcmp oeq double %i, %i
  %y = fcmp ogt double %i, %a
  %n = fneg double %i
  %z = fcmp olt double %n, %a
  %1 = insertelement <3 x i1> poison, i1 %x, i32 0
  %2 = insertelement <3 x i1> %1, i1 %y, i32 1
  %3 = insertelement <3 x i1> %2, i1 %z, i32 2
  ret <3 x i1> %3
}
