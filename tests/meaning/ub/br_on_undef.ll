; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: 'br' Instruction: an undef condition is undefined behaviour, not a choice
define i32 @f(i1 %c) {
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 2
}
