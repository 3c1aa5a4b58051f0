; RUN: tollgate run %s --fn f --args 0x0080
; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: Floating-Point Types: bfloat has subnormal numbers
define bfloat @f(i16 %bits) {
  %x = bitcast i16 %bits to bfloat
  %r = fmul bfloat %x, 0xR3F00
  ret bfloat %r
}
