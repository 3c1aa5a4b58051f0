; RUN: tollgate run %s --fn f --args &[2a]
; RUN: tollgate run %s --fn g --args null
; CLAUSE: 'freeze' Instruction: a pointer that is well defined passes, with what it points to
define i8 @f(ptr %p) {
  %p.fixed = freeze ptr %p
  %r = load i8, ptr %p.fixed, align 1
  ret i8 %r
}

define ptr @g(ptr %p) {
  %p.fixed = freeze ptr %p
  ret ptr %p.fixed
}
