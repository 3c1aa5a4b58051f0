; RUN: tollgate run %s --fn f --args <1,2,3,4>
; CLAUSE: 'bitcast .. to' Instruction: in a little-endian module lane 0 is the low part of the integer, as if stored and loaded
target datalayout = "e"

define i32 @f(<4 x i8> %a) {
  %r = bitcast <4 x i8> %a to i32
  ret i32 %r
}
