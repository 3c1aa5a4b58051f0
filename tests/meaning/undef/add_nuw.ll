; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: Undefined Values: a choice that breaks a flag gives poison, the others do not
define i8 @f(i2 %x) {
  %s = add nuw i2 %x, 1
  %r = zext i2 %s to i8
  ret i8 %r
}
