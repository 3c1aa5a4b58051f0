; RUN: tollgate run %s --fn f --choices all
; CLAUSE: undefined values: two loads of one uninitialised place need not agree
target datalayout = "e"

define i1 @f() {
  %p = alloca i1
  %a = load i1, ptr %p
  %b = load i1, ptr %p
  %d = xor i1 %a, %b
  %r = freeze i1 %d
  ret i1 %r
}
