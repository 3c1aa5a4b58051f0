; RUN: tollgate run %s --fn f --args 5
; CLAUSE: atomicrmw: sub stores the difference and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 1

define i32 @f(i32 %x) {
  %r = atomicrmw sub ptr @g, i32 %x monotonic
  ret i32 %r
}
