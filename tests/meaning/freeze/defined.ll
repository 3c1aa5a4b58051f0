; RUN: tollgate run %s --fn f --args 5 --choices all
; CLAUSE: freeze: of a well-defined value it is that value
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = freeze i8 %x
  ret i8 %r
}
