; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -2.0
; RUN: tollgate run %s --fn f --args -0.0
; CLAUSE: 'bitcast .. to' Instruction: keeps the bits
define i32 @f(float %a) {
  %r = bitcast float %a to i32
  ret i32 %r
}
