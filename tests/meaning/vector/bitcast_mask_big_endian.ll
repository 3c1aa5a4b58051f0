; RUN: tollgate run %s --fn f --args <true,false,false,false,false,false,true,false>
; CLAUSE: 'bitcast .. to' Instruction: a vector of i1 is packed; in a big-endian module lane 0 is the highest bit
target datalayout = "E"

define i8 @f(<8 x i1> %a) {
  %r = bitcast <8 x i1> %a to i8
  ret i8 %r
}
