; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args false
; CLAUSE: 'br' Instruction: a poison condition is undefined behaviour even if both targets are the same
define i32 @f(i1 %c) {
  br i1 %c, label %next, label %next

next:
  ret i32 1
}
