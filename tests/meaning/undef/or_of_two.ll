; RUN: tollgate run %s --fn f --args undef,0 --choices symbolic
; RUN: tollgate run %s --fn f --args 0,undef --choices symbolic
; CLAUSE: Undefined Values: a bit of an or is fixed if it is fixed in both operands or a fixed one in one
define i8 @f(i8 %x, i8 %y) {
  %a = or i8 %x, 240
  %b = and i8 %y, 60
  %r = or i8 %a, %b
  ret i8 %r
}
