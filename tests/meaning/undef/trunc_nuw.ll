; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: trunc nuw of undef: the choices with a dropped bit give poison
define i1 @f(i2 %a) {
  %r = trunc nuw i2 %a to i1
  ret i1 %r
}
