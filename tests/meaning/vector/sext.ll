; RUN: tollgate run %s --fn f --args <true,false>
; CLAUSE: 'sext .. to' Instruction: lane by lane
define <2 x i8> @f(<2 x i1> %a) {
  %r = sext <2 x i1> %a to <2 x i8>
  ret <2 x i8> %r
}
