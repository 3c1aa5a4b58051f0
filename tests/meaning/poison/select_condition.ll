; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args true
; CLAUSE: 'select' Instruction: a poison condition gives poison, even if both values are the same
define i32 @f(i1 %a) {
  %r = select i1 %a, i32 7, i32 7
  ret i32 %r
}
