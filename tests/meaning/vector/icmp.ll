; RUN: tollgate run %s --fn f --args <-1,1,poison>,<0,0,0>
; CLAUSE: 'icmp' Instruction: vectors are compared lane by lane
define <3 x i1> @f(<3 x i8> %a, <3 x i8> %b) {
  %r = icmp slt <3 x i8> %a, %b
  ret <3 x i1> %r
}
