; RUN: tollgate run %s --fn f
; CLAUSE: volatile memory accesses: each is observed, in order
target datalayout = "e"

@g = global i32 1

define i32 @f() {
  %a = load volatile i32, ptr @g
  store volatile i32 5, ptr @g
  %b = load volatile i32, ptr @g
  %r = add i32 %a, %b
  ret i32 %r
}
