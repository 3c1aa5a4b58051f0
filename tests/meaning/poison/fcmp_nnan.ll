; RUN: tollgate run %s --fn f --args nan,1.0
; RUN: tollgate run %s --fn f --args 1.0,1.0
; CLAUSE: 'fcmp' Instruction: fast-math flags speak of the operands; with nnan a NaN gives poison, also for uno
define i1 @f(double %a, double %b) {
  %r = fcmp nnan uno double %a, %b
  ret i1 %r
}
