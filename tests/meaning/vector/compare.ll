; RUN: tollgate run %s --fn f --args <-1,5,poison>,<0,5,1>
; CLAUSE: icmp: vectors are compared lane by lane
target datalayout = "e"

define <3 x i1> @f(<3 x i8> %a, <3 x i8> %b) {
  %r = icmp slt <3 x i8> %a, %b
  ret <3 x i1> %r
}
