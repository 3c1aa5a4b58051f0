; RUN: tollgate run %s --fn f --args null
; CLAUSE: 'call' Instruction: calling null is undefined behaviour
define i32 @f(ptr %p) {
  %r = call i32 %p()
  ret i32 %r
}
