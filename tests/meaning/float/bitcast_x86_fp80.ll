; RUN: tollgate run %s --fn f
; CLAUSE: 'bitcast .. to' Instruction: an x86_fp80 has 80 bits, exponent above significand
define i80 @f() {
  %r = bitcast x86_fp80 0xK3FFF8000000000000000 to i80
  ret i80 %r
}
