; RUN: tollgate run %s --fn f
; CLAUSE: floating-point types: x86_fp80 has 64 bits of precision
target datalayout = "e"

define x86_fp80 @f() {
  %r = fdiv x86_fp80 0xK3FFF8000000000000000, 0xK4000C000000000000000
  ret x86_fp80 %r
}
