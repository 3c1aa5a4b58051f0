; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: Fast-Math Flags: with nnan the negation of NaN is poison; without it, it is NaN
define float @f(float %a) {
  %r = fneg nnan float %a
  ret float %r
}
