; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: 'call' Instruction: too few or too many arguments are undefined behaviour
define i32 @callee(i32 %x) {
  ret i32 %x
}

define i32 @f() {
  %r = call i32 @callee()
  ret i32 %r
}

define i32 @g() {
  %s = call i32 @callee(i32 1, i32 2)
  ret i32 %s
}
