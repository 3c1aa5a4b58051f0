; RUN: tollgate run %s --fn f --args <255,1,-128>,<1,2,-1>
; CLAUSE: Vector Type: arithmetic goes lane by lane, without carries between lanes
define <3 x i8> @f(<3 x i8> %a, <3 x i8> %b) {
  %r = add <3 x i8> %a, %b
  ret <3 x i8> %r
}
