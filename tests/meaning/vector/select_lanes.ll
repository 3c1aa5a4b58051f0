; RUN: tollgate run %s --fn f --args <true,false,poison,true>,<1,2,3,4>,<5,6,7,8>
; RUN: tollgate run %s --fn f --args <true,false,true,false>,<1,poison,3,poison>,<poison,6,poison,8>
; CLAUSE: 'select' Instruction: a vector of conditions selects each lane for itself, and a poison condition only makes its lane poison
define <4 x i8> @f(<4 x i1> %a, <4 x i8> %b, <4 x i8> %c) {
  %r = select <4 x i1> %a, <4 x i8> %b, <4 x i8> %c
  ret <4 x i8> %r
}
