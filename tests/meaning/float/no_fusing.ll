; RUN: tollgate run %s --fn f
; CLAUSE: fmul and fadd: without contract each is rounded for itself
target datalayout = "e"

define double @f() {
  %m = fmul double 0x3FF0000002000000, 0x3FF0000002000000
  %r = fsub double %m, 0x3FF0000004000000
  ret double %r
}
