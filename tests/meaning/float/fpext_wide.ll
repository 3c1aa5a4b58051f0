; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn g --args -1.5
; RUN: tollgate run %s --fn f --args 0.1
; CLAUSE: 'fpext .. to' Instruction: a double is held exactly by x86_fp80 and fp128
define x86_fp80 @f(double %x) {
  %r = fpext double %x to x86_fp80
  ret x86_fp80 %r
}

define fp128 @g(double %x) {
  %r = fpext double %x to fp128
  ret fp128 %r
}
