; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: freeze: makes a value safe to pass as noundef and to divide by, if it is not zero
target datalayout = "e"

define i2 @f(i2 %x) {
  %y = freeze i2 %x
  %d = or i2 %y, 1
  %r = udiv i2 -1, %d
  ret i2 %r
}
