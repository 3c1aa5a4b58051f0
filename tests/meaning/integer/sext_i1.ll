; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: sext of i1: the single bit is the sign bit
target datalayout = "e"

define i8 @f(i1 %a) {
  %r = sext i1 %a to i8
  ret i8 %r
}
