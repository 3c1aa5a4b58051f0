; RUN: tollgate run %s --fn f --args nan
; RUN: tollgate run %s --fn f --args 1.0
; CLAUSE: return attributes: nofpclass gives poison for the classes it excludes
target datalayout = "e"

define nofpclass(nan inf) double @f(double %x) {
  ret double %x
}
