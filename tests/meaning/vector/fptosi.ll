; RUN: tollgate run %s --fn f --args <1.5,1000.0,-3.75>
; CLAUSE: 'fptosi .. to' Instruction: only the lanes that do not fit are poison
define <3 x i8> @f(<3 x float> %a) {
  %r = fptosi <3 x float> %a to <3 x i8>
  ret <3 x i8> %r
}
