; RUN: tollgate run %s --fn f --args poison
; CLAUSE: icmp: a poison operand gives poison, also against itself
target datalayout = "e"

define i1 @f(i8 %a) {
  %r = icmp eq i8 %a, %a
  ret i1 %r
}
