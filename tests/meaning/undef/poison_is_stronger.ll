; RUN: tollgate run %s --fn f --args poison,undef --choices symbolic
; RUN: tollgate run %s --fn f --args undef,poison --choices symbolic
; CLAUSE: Poison Values: an operation on poison and undef is poison
define i8 @f(i8 %a, i8 %b) {
  %r = or i8 %a, %b
  ret i8 %r
}
