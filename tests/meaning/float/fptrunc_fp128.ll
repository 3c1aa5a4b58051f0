; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: 'fptrunc .. to' Instruction: from fp128 to double it rounds to nearest
define double @f() {
  %r = fptrunc fp128 0xL08000000000000003FFF000000000000 to double
  ret double %r
}

define double @g() {
  %r = fptrunc fp128 0xL08000000000000013FFF000000000000 to double
  ret double %r
}

define double @h() {
  %r = fptrunc fp128 0xL00000000000000007FFE000000000000 to double
  ret double %r
}
