; RUN: tollgate run %s --fn f --args <poison,3>,<2,2>
; RUN: tollgate run %s --fn f --args <4,3>,<2,poison>
; CLAUSE: Poison Values: a poison lane makes only the same lane of the result poison
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = mul <2 x i8> %a, %b
  ret <2 x i8> %r
}
