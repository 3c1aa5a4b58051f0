; RUN: tollgate run %s --fn strict --args -0.0 --choices symbolic
; RUN: tollgate run %s --fn loose --args -0.0 --choices symbolic
; CLAUSE: Fast-Math Flags: nsz allows either zero, so the strict result is one of several
define double @strict(double %x) {
  %r = fadd double %x, 0.0
  ret double %r
}

define double @loose(double %x) {
  %r = fadd nsz double %x, 0.0
  ret double %r
}
