; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'sext .. to' Instruction: the bit of an i1 is its sign bit, so true becomes -1
define i8 @f(i1 %a) {
  %r = sext i1 %a to i8
  ret i8 %r
}
