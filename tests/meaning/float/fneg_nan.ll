; RUN: tollgate run %s --fn f --args 0x7FF8000000000001
; RUN: tollgate run %s --fn f --args 0x7FF0000000000001
; RUN: tollgate run %s --fn f --args -2251799813685248
; CLAUSE: 'fneg' Instruction: flips the sign bit of a NaN and keeps all its other bits, also of a signaling one
define i64 @f(i64 %bits) {
  %x = bitcast i64 %bits to double
  %n = fneg double %x
  %r = bitcast double %n to i64
  ret i64 %r
}
