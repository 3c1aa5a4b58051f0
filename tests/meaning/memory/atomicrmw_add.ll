; RUN: tollgate run %s --fn f --args 5
; CLAUSE: atomicrmw: add stores the sum and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 1

define i32 @f(i32 %x) {
  %r = atomicrmw add ptr @g, i32 %x monotonic
  ret i32 %r
}
