; RUN: tollgate run %s --fn f --args <-1,2>
; CLAUSE: 'uitofp .. to' Instruction: lane by lane
define <2 x float> @f(<2 x i8> %a) {
  %r = uitofp <2 x i8> %a to <2 x float>
  ret <2 x float> %r
}
