; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h
; CLAUSE: 'fptrunc .. to' Instruction: from fp128 to x86_fp80 it drops 49 bits, rounding to even
define x86_fp80 @f() {
  %r = fptrunc fp128 0xL00010000000000003FFF000000000000 to x86_fp80
  ret x86_fp80 %r
}

define x86_fp80 @g() {
  %r = fptrunc fp128 0xL00010000000000013FFF000000000000 to x86_fp80
  ret x86_fp80 %r
}

define x86_fp80 @h() {
  %r = fptrunc fp128 0xL00030000000000003FFF000000000000 to x86_fp80
  ret x86_fp80 %r
}
