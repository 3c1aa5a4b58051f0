; RUN: tollgate run %s --fn f --args poison
; CLAUSE: 'indirectbr' Instruction: a poison address is undefined behaviour
define i32 @f(ptr %a) {
  indirectbr ptr %a, [label %next]

next:
  ret i32 1
}
