; RUN: tollgate run %s --fn f
; CLAUSE: load: the bytes that were written are defined, the others undef
target datalayout = "e"

define i16 @f() {
  %p = alloca i16
  store i8 5, ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}
