; RUN: tollgate run %s --fn f --args poison
; CLAUSE: indirectbr: a poison address is undefined behaviour
target datalayout = "e"

define i32 @f(ptr %a) {
  indirectbr ptr %a, [label %one]
one:
  ret i32 1
}
