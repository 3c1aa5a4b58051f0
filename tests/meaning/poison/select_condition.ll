; RUN: tollgate run %s --fn f --args poison
; CLAUSE: select: a poison condition gives poison, even if both values are the same
target datalayout = "e"

define i32 @f(i1 %c) {
  %r = select i1 %c, i32 7, i32 7
  ret i32 %r
}
