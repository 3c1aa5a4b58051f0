; RUN: tollgate run %s --fn f --args undef
; CLAUSE: store and load: memory remembers for every bit whether it is undef
target datalayout = "e"

define i8 @f(i8 %x) {
  %p = alloca i8
  %m = and i8 %x, 85
  store i8 %m, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
