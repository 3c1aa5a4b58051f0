; RUN: tollgate run %s --fn f --args -128,1
; RUN: tollgate run %s --fn f --args 64,1
; RUN: tollgate run %s --fn f --args 3,7
; CLAUSE: 'shl' Instruction: with nuw a set bit that is shifted out gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = shl nuw i8 %a, %b
  ret i8 %r
}
