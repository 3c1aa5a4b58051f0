; RUN: tollgate run %s --fn f --args undef
; CLAUSE: undefined values: lshr moves undef bits and brings in zeros
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = lshr i8 %x, 5
  ret i8 %r
}
