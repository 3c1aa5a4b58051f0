; RUN: tollgate run %s --fn f --args 2048.0,1.0
; RUN: tollgate run %s --fn f --args 2048.0,3.0
; RUN: tollgate run %s --fn f --args 65504.0,16.0
; CLAUSE: floating-point types: half has eleven bits of precision
target datalayout = "e"

define half @f(half %a, half %b) {
  %r = fadd half %a, %b
  ret half %r
}
