; RUN: tollgate run %s --fn f --args <1.0,-0.0>,<2.0,0.0>
; CLAUSE: fadd: vectors of floats are added lane by lane
target datalayout = "e"

define <2 x float> @f(<2 x float> %a, <2 x float> %b) {
  %r = fadd <2 x float> %a, %b
  ret <2 x float> %r
}
