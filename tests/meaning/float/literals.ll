; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: Simple Constants: a hexadecimal constant is the bits of a double, also for a float
define float @f() {
  ret float 0x3FF8000000000000
}

define double @g() {
  ret double 0x3FF8000000000000
}

define half @h() {
  ret half 0xH3E00
}
