; RUN: tollgate run %s --fn f --args <1,1,1>,<0,7,8>
; CLAUSE: 'shl' Instruction: each lane has an amount of its own; one too large makes that lane poison
define <3 x i8> @f(<3 x i8> %a, <3 x i8> %b) {
  %r = shl <3 x i8> %a, %b
  ret <3 x i8> %r
}
