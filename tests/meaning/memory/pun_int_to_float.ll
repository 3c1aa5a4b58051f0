; RUN: tollgate run %s --fn f --args 4611686018427387904
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: load: any bits can be read as a float
target datalayout = "e"

define double @f(i64 %x) {
  %p = alloca i64
  store i64 %x, ptr %p
  %r = load double, ptr %p
  ret double %r
}
