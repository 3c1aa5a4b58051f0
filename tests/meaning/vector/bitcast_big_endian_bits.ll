; RUN: tollgate run %s --fn f --args <1,2>
; CLAUSE: 'bitcast .. to' Instruction: in a big-endian module lane 0 of a vector of i4 is the high half of the byte
target datalayout = "E"

define i8 @f(<2 x i4> %a) {
  %r = bitcast <2 x i4> %a to i8
  ret i8 %r
}
