; RUN: tollgate run %s --fn f
; CLAUSE: fast-math flags: with nnan a NaN that the operation makes gives poison
target datalayout = "e"

define double @f() {
  %r = fsub nnan double 0x7FF0000000000000, 0x7FF0000000000000
  ret double %r
}
