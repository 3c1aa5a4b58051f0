; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'call' Instruction: calling an address within a function is undefined behaviour
define i32 @callee() {
  ret i32 1
}

define i32 @f(i64 %i) {
  %p = getelementptr i8, ptr @callee, i64 %i
  %r = call i32 %p()
  ret i32 %r
}
