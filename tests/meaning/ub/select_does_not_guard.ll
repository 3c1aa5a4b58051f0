; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 2
; CLAUSE: 'select' Instruction: both values are computed before one is selected
define i32 @f(i32 %b) {
  %z = icmp eq i32 %b, 0
  %q = udiv i32 6, %b
  %r = select i1 %z, i32 0, i32 %q
  ret i32 %r
}
