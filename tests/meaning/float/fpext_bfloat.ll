; RUN: tollgate run %s --fn f --args 0x3F81
; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0xFF80
; CLAUSE: 'fpext .. to' Instruction: a bfloat is the upper half of a float
define i32 @f(i16 %bits) {
  %x = bitcast i16 %bits to bfloat
  %y = fpext bfloat %x to float
  %r = bitcast float %y to i32
  ret i32 %r
}
