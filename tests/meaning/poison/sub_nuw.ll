; RUN: tollgate run %s --fn f --args 0,1
; RUN: tollgate run %s --fn f --args 5,5
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: 'sub' Instruction: with nuw a difference below zero gives poison
define i8 @f(i8 %a, i8 %b) {
  %r = sub nuw i8 %a, %b
  ret i8 %r
}
