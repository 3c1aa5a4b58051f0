; RUN: tollgate run %s --fn f --args <-1.0,1.0,nan>,<0.0,0.0,0.0>
; CLAUSE: 'fcmp' Instruction: vectors are compared lane by lane
define <3 x i1> @f(<3 x float> %a, <3 x float> %b) {
  %r = fcmp olt <3 x float> %a, %b
  ret <3 x i1> %r
}
