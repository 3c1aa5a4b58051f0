; RUN: tollgate run %s --fn f --args true,<1,poison>,<3,4>
; RUN: tollgate run %s --fn f --args false,<1,poison>,<3,4>
; CLAUSE: 'select' Instruction: a scalar condition selects the whole vector
define <2 x i8> @f(i1 %a, <2 x i8> %b, <2 x i8> %c) {
  %r = select i1 %a, <2 x i8> %b, <2 x i8> %c
  ret <2 x i8> %r
}
