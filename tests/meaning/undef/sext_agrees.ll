; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: undefined values: all copies of the sign bit that sext makes are of one choice
target datalayout = "e"

define i2 @f(i1 %x) {
  %r = sext i1 %x to i2
  ret i2 %r
}
