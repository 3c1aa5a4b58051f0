; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: floating-point types: fp128 has 113 bits of precision
target datalayout = "e"

define i1 @f() {
  %s = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000003F8F000000000000
  %r = fcmp ogt fp128 %s, 0xL00000000000000003FFF000000000000
  ret i1 %r
}

define i1 @g() {
  %s = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000003F8E000000000000
  %r = fcmp ogt fp128 %s, 0xL00000000000000003FFF000000000000
  ret i1 %r
}
