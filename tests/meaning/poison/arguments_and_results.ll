; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; CLAUSE: Poison Values: without noundef an argument and a result may be poison, and the callee need not look
define i32 @id(i32 %x) {
  ret i32 %x
}

define i32 @first(i32 %x, i32 %y) {
  ret i32 %x
}

define i32 @f(i32 %x) {
  %r = call i32 @id(i32 %x)
  ret i32 %r
}

define i32 @g(i32 %x) {
  %r = call i32 @first(i32 1, i32 %x)
  ret i32 %r
}
