; RUN: tollgate run %s --fn f --args 5
; CLAUSE: atomicrmw: xchg stores the operand and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 1

define i32 @f(i32 %x) {
  %r = atomicrmw xchg ptr @g, i32 %x monotonic
  ret i32 %r
}
