; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'unreachable' Instruction: reaching it is undefined behaviour
define i32 @f(i1 %c) {
  br i1 %c, label %yes, label %no

yes:
  unreachable

no:
  ret i32 2
}
