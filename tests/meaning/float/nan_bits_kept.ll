; RUN: tollgate run %s --fn f --args true,0x7FC12345
; RUN: tollgate run %s --fn f --args true,0x7F812345
; RUN: tollgate run %s --fn f --args false,0
; CLAUSE: Behavior of Floating-Point NaN values: what only moves a value keeps the bits of a NaN
define i32 @f(i1 %c, i32 %bits) {
  %x = bitcast i32 %bits to float
  %y = select i1 %c, float %x, float 1.000000e+00
  %v = insertelement <2 x float> poison, float %y, i32 1
  %z = extractelement <2 x float> %v, i32 1
  %r = bitcast float %z to i32
  ret i32 %r
}
