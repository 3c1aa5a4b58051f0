; RUN: tollgate run %s --fn f --args true,<1,poison>
; RUN: tollgate run %s --fn f --args false,<1,poison>
; CLAUSE: select: a scalar condition chooses the whole vector
target datalayout = "e"

define <2 x i8> @f(i1 %c, <2 x i8> %a) {
  %r = select i1 %c, <2 x i8> %a, <2 x i8> <i8 8, i8 9>
  ret <2 x i8> %r
}
