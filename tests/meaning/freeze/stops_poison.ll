; RUN: tollgate run %s --fn f --args 127
; RUN: tollgate run %s --fn f --args 1
; CLAUSE: 'freeze' Instruction: behind a freeze poison does not spread
define i8 @f(i8 %x) {
  %p = add nsw i8 %x, 1
  %p.fixed = freeze i8 %p
  %r = and i8 %p.fixed, 0
  ret i8 %r
}
