; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: 'call' Instruction: a function with variable arguments is called with its own function type
define i32 @callee(i32 %x, ...) {
  ret i32 %x
}

define i32 @f() {
  %r = call i32 @callee(i32 1, i32 2)
  ret i32 %r
}

define i32 @g() {
  %s = call i32 (i32, ...) @callee(i32 1, i32 2)
  ret i32 %s
}
