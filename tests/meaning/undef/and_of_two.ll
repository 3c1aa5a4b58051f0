; RUN: tollgate run %s --fn f --args undef,undef --choices symbolic
; RUN: tollgate run %s --fn f --args undef,0 --choices symbolic
; RUN: tollgate run %s --fn f --args -1,undef --choices symbolic
; CLAUSE: Undefined Values: a bit of an and is fixed if it is fixed in both operands or a fixed zero in one
define i8 @f(i8 %x, i8 %y) {
  %a = and i8 %x, 51
  %b = or i8 %y, 15
  %r = and i8 %a, %b
  ret i8 %r
}
