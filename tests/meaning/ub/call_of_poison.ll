; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; CLAUSE: 'call' Instruction: calling a poison or undef address is undefined behaviour
define i32 @f(ptr %p) {
  %r = call i32 %p()
  ret i32 %r
}
