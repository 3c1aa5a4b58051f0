; RUN: tollgate run %s --fn f --args 16,16
; RUN: tollgate run %s --fn f --args -1,2
; RUN: tollgate run %s --fn f --args 15,17
; CLAUSE: 'mul' Instruction: with nuw an unsigned wrap gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = mul nuw i8 %a, %b
  ret i8 %r
}
