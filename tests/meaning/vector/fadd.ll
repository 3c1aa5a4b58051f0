; RUN: tollgate run %s --fn f --args <16777216.0,1.5>,<1.0,poison>
; CLAUSE: 'fadd' Instruction: lane by lane, with a rounding for each
define <2 x float> @f(<2 x float> %a, <2 x float> %b) {
  %r = fadd <2 x float> %a, %b
  ret <2 x float> %r
}
