; RUN: tollgate run %s --fn f --args <1,2>,<3,4>
; CLAUSE: 'shufflevector' Instruction: a poison number in the mask makes that lane poison
define <2 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = shufflevector <2 x i8> %a, <2 x i8> %b, <2 x i32> <i32 1, i32 poison>
  ret <2 x i8> %r
}
