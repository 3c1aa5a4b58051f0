; RUN: tollgate run %s --fn f
; CLAUSE: 'call' Instruction: another result type than the callee's is undefined behaviour
define i32 @callee() {
  ret i32 1
}

define i64 @f() {
  %r = call i64 @callee()
  ret i64 %r
}
