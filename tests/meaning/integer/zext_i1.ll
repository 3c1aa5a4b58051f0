; RUN: tollgate run %s --fn f --args true
; CLAUSE: zext and sext of i1: the single bit is also the sign bit
target datalayout = "e"

define i8 @f(i1 %a) {
  %r = zext i1 %a to i8
  ret i8 %r
}
