; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args true
; CLAUSE: 'br' Instruction: a poison condition is undefined behaviour
define i32 @f(i1 %c) {
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 2
}
