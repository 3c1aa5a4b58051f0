; RUN: tollgate run %s --fn f --args poison
; CLAUSE: br: the condition must be well defined even if both ways lead to the same block
target datalayout = "e"

define i32 @f(i1 %c) {
  br i1 %c, label %a, label %a
a:
  ret i32 1
}
