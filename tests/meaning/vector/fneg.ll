; RUN: tollgate run %s --fn f --args <0.0,-1.0>
; CLAUSE: 'fneg' Instruction: lane by lane
define <2 x float> @f(<2 x float> %a) {
  %r = fneg <2 x float> %a
  ret <2 x float> %r
}
