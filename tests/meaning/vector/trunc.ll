; RUN: tollgate run %s --fn f --args <255,256>
; CLAUSE: 'trunc .. to' Instruction: lane by lane
define <2 x i8> @f(<2 x i16> %a) {
  %r = trunc nuw <2 x i16> %a to <2 x i8>
  ret <2 x i8> %r
}
