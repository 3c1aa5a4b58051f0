; RUN: tollgate run %s --fn f --args &8
; CLAUSE: 'call' Instruction: calling the address of data is undefined behaviour
define i32 @f(ptr %p) {
  %r = call i32 %p()
  ret i32 %r
}
