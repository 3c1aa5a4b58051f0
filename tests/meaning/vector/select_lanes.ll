; RUN: tollgate run %s --fn f --args <true,false,poison>,<1,2,3>,<4,5,6>
; CLAUSE: select: a vector condition chooses lane by lane, and poisons lane by lane
target datalayout = "e"

define <3 x i8> @f(<3 x i1> %c, <3 x i8> %a, <3 x i8> %b) {
  %r = select <3 x i1> %c, <3 x i8> %a, <3 x i8> %b
  ret <3 x i8> %r
}
