; RUN: tollgate run %s --fn f --choices all
; CLAUSE: freeze: a frozen load of uninitialised memory is one value
target datalayout = "e"

define i1 @f() {
  %p = alloca i1
  %a = load i1, ptr %p
  %b = freeze i1 %a
  %r = xor i1 %b, %b
  ret i1 %r
}
