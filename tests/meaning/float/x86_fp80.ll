; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: Floating-Point Types: x86_fp80 has 64 bits of precision, with its integer bit written out
define x86_fp80 @f() {
  %r = fdiv x86_fp80 0xK3FFF8000000000000000, 0xK4000C000000000000000
  ret x86_fp80 %r
}

define x86_fp80 @g() {
  %r = fadd x86_fp80 0xK3FFF8000000000000000, 0xK3FC08000000000000000
  ret x86_fp80 %r
}

define x86_fp80 @h() {
  %r = fadd x86_fp80 0xK3FFF8000000000000000, 0xK3FBF8000000000000000
  ret x86_fp80 %r
}
