; RUN: tollgate run %s --fn f --args <-1,5>
; CLAUSE: 'zext .. to' Instruction: lane by lane; nneg makes the negative lanes poison
define <2 x i16> @f(<2 x i8> %a) {
  %r = zext nneg <2 x i8> %a to <2 x i16>
  ret <2 x i16> %r
}
