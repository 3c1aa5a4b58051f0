; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: 'fptrunc .. to' Instruction: from x86_fp80 to double it drops eleven bits, rounding to even
define double @f() {
  %r = fptrunc x86_fp80 0xK3FFF8000000000000400 to double
  ret double %r
}

define double @g() {
  %r = fptrunc x86_fp80 0xK3FFF8000000000000401 to double
  ret double %r
}

define double @h() {
  %r = fptrunc x86_fp80 0xK3FFF8000000000000C00 to double
  ret double %r
}
