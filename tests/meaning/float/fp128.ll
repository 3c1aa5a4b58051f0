; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: Floating-Point Types: fp128 has 113 bits of precision; its literals have the low word first
define fp128 @f() {
  %r = fdiv fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000004000800000000000
  ret fp128 %r
}

define fp128 @g() {
  %r = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000003F8F000000000000
  ret fp128 %r
}

define fp128 @h() {
  %r = fadd fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000003F8E000000000000
  ret fp128 %r
}
