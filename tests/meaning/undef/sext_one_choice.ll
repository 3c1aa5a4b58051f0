; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: all copies of an undef sign bit that one sext makes are one choice
define i8 @f(i1 %a) {
  %r = sext i1 %a to i8
  ret i8 %r
}
