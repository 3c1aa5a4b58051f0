; RUN: tollgate run %s --fn f
; CLAUSE: 'call' Instruction: an argument of another type than the callee's parameter is undefined behaviour
define i32 @callee(i32 %x) {
  ret i32 %x
}

define i32 @f() {
  %r = call i32 @callee(i64 1)
  ret i32 %r
}
