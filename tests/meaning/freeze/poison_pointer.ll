; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; CLAUSE: 'freeze' Instruction: a poison pointer becomes some address, the same for all uses
define i1 @f(ptr %p) {
  %p.fixed = freeze ptr %p
  %r = icmp eq ptr %p.fixed, %p.fixed
  ret i1 %r
}
