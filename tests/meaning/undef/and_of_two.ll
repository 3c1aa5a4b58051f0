; RUN: tollgate run %s --fn f --args undef,undef
; RUN: tollgate run %s --fn f --args undef,0
; CLAUSE: undefined values: a bit of an and is undef if it may be one for some choice and zero for another
target datalayout = "e"

define i8 @f(i8 %x, i8 %y) {
  %a = and i8 %x, 51
  %b = or i8 %y, 15
  %r = and i8 %a, %b
  ret i8 %r
}
