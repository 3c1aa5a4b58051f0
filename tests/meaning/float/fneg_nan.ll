; RUN: tollgate run %s --fn f
; CLAUSE: fneg: flips the sign bit of a NaN and keeps its other bits
target datalayout = "e"

define i64 @f() {
  %n = fneg double 0x7FF8000000000001
  %r = bitcast double %n to i64
  ret i64 %r
}
