; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: 'getelementptr' Instruction: with inbounds null is in bounds only for the offset zero, in address space 0
define ptr @f(i64 %a) {
  %r = getelementptr inbounds i8, ptr null, i64 %a
  ret ptr %r
}
