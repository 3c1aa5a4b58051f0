; RUN: tollgate run %s --fn f --args 3
; CLAUSE: atomicrmw: nand stores the complement of the conjunction and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 6

define i32 @f(i32 %x) {
  %r = atomicrmw nand ptr @g, i32 %x monotonic
  ret i32 %r
}
