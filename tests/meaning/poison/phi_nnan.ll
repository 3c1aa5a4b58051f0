; RUN: tollgate run %s --fn f --args true,nan
; RUN: tollgate run %s --fn f --args false,nan
; RUN: tollgate run %s --fn f --args true,1.0
; CLAUSE: 'phi' Instruction: with nnan a NaN that comes in gives poison
define double @f(i1 %c, double %a) {
entry:
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %r = phi nnan double [ %a, %then ], [ 2.000000e+00, %entry ]
  ret double %r
}
