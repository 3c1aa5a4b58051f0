; RUN: tollgate run %s --fn f --args undef
; CLAUSE: undefined values: the bits that zext adds are zero
target datalayout = "e"

define i8 @f(i4 %x) {
  %r = zext i4 %x to i8
  ret i8 %r
}
