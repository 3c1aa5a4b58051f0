; RUN: tollgate run %s --fn f --args undef
; CLAUSE: br: a condition that was computed from undef bits is undef, and branching on it undefined behaviour
target datalayout = "e"

define i32 @f(i8 %x) {
  %b = and i8 %x, 1
  %c = trunc i8 %b to i1
  br i1 %c, label %a, label %b2
a:
  ret i32 1
b2:
  ret i32 2
}
