; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: 'freeze' Instruction: the bits of a float are fixed
define i32 @f(float %x) {
  %x.fixed = freeze float %x
  %a = bitcast float %x.fixed to i32
  %b = bitcast float %x.fixed to i32
  %r = sub i32 %a, %b
  ret i32 %r
}
