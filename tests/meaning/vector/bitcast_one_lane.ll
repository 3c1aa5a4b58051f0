; RUN: tollgate run %s --fn f --args <7>
; RUN: tollgate run %s --fn f --args <poison>
; CLAUSE: 'bitcast .. to' Instruction: a vector of one lane is not its lane, but has its bits
define i8 @f(<1 x i8> %a) {
  %r = bitcast <1 x i8> %a to i8
  ret i8 %r
}
