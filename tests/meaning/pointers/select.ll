; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: select: one of two pointers, each with its object
target datalayout = "e"

@a = global i8 1
@b = global i8 2

define i8 @f(i1 %c) {
  %p = select i1 %c, ptr @a, ptr @b
  %r = load i8, ptr %p
  ret i8 %r
}
