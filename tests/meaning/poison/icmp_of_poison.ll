; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: 'icmp' Instruction: a poison operand gives poison, also where every number would give the same answer
define i1 @f(i8 %a) {
  %r = icmp eq i8 %a, %a
  ret i1 %r
}

define i1 @g(i8 %a) {
  %r = icmp uge i8 %a, 0
  ret i1 %r
}
