; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; RUN: tollgate run %s --fn h --args 0.0
; CLAUSE: 'fneg' Instruction: flips the sign bit of every format
define x86_fp80 @f() {
  %r = fneg x86_fp80 0xK3FFF8000000000000000
  ret x86_fp80 %r
}

define fp128 @g() {
  %r = fneg fp128 0xL0000000000000000BFFF000000000000
  ret fp128 %r
}

define half @h(half %x) {
  %r = fneg half %x
  ret half %r
}
