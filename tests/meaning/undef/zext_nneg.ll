; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: zext nneg of undef: the negative choices give poison
define i8 @f(i2 %x) {
  %e = zext nneg i2 %x to i8
  %p = add i8 %e, 4
  %m = mul i8 %p, 3
  ret i8 %m
}
