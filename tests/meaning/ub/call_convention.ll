; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: Calling Conventions: a call with another convention than the callee's is undefined behaviour
define fastcc i32 @callee(i32 %x) {
  ret i32 %x
}

define i32 @f() {
  %r = call i32 @callee(i32 1)
  ret i32 %r
}

define i32 @g() {
  %r = call fastcc i32 @callee(i32 2)
  ret i32 %r
}
