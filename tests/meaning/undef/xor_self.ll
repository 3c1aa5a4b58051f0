; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: undefined values: each use of undef is its own choice, so that x ^ x need not be zero
target datalayout = "e"

define i8 @f(i8 %x) {
  %r = xor i8 %x, %x
  ret i8 %r
}
