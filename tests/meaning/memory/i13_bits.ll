; RUN: tollgate run %s --fn f
; CLAUSE: store: the three bits above an i13 in its two bytes are undef (§2.5)
target datalayout = "e"

define i16 @f() {
  %p = alloca i16
  store i13 4097, ptr %p, align 2
  %r = load i16, ptr %p
  ret i16 %r
}
