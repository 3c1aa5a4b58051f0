; RUN: tollgate run %s --fn f --args <1,2,3,4>,<5,6,7,8>
; CLAUSE: 'shufflevector' Instruction: the result may be shorter than its operands
define <1 x i8> @f(<4 x i8> %a, <4 x i8> %b) {
  %r = shufflevector <4 x i8> %a, <4 x i8> %b, <1 x i32> <i32 6>
  ret <1 x i8> %r
}
