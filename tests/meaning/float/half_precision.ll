; RUN: tollgate run %s --fn f --args 2048.0,1.0
; RUN: tollgate run %s --fn f --args 2048.0,3.0
; RUN: tollgate run %s --fn f --args 65504.0,16.0
; RUN: tollgate run %s --fn f --args 65504.0,8.0
; CLAUSE: Floating-Point Types: half has 11 bits of precision and overflows beyond 65504
define half @f(half %a, half %b) {
  %r = fadd half %a, %b
  ret half %r
}
