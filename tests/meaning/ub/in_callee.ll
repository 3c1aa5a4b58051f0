; RUN: tollgate run %s --fn f --args 0
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: 'call' Instruction: undefined behaviour of a callee is that of the whole run
define i32 @divide(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  ret i32 %q
}

define i32 @f(i32 %b) {
  %r = call i32 @divide(i32 8, i32 %b)
  ret i32 %r
}
