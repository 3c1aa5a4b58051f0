; RUN: tollgate run %s --fn f --args poison --choices all
; CLAUSE: freeze: of poison it is any value of the type
target datalayout = "e"

define i1 @f(i1 %x) {
  %r = freeze i1 %x
  ret i1 %r
}
