; RUN: tollgate run %s --fn f --args true,poison
; RUN: tollgate run %s --fn f --args false,poison
; CLAUSE: select: poison in the value that is not chosen does not matter
target datalayout = "e"

define i32 @f(i1 %c, i32 %x) {
  %r = select i1 %c, i32 7, i32 %x
  ret i32 %r
}
