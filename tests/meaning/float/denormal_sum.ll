; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0x8000000000000001
; CLAUSE: Floating-Point Environment: subnormal numbers are kept by default
define i64 @f(i64 %bits) {
  %a = bitcast i64 %bits to double
  %s = fadd double %a, %a
  %r = bitcast double %s to i64
  ret i64 %r
}
