; RUN: tollgate run %s --fn f --args 0x0010000000000000
; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: Floating-Point Environment: underflow is gradual, and rounded to even like everything else
define i64 @f(i64 %bits) {
  %a = bitcast i64 %bits to double
  %s = fmul double %a, 5.000000e-01
  %r = bitcast double %s to i64
  ret i64 %r
}
