; RUN: tollgate run %s --fn f --args -1
; CLAUSE: atomicrmw: max stores the larger as signed numbers and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 1

define i32 @f(i32 %x) {
  %r = atomicrmw max ptr @g, i32 %x monotonic
  ret i32 %r
}
