; RUN: tollgate run %s --fn f --args 5
; CLAUSE: atomicrmw: uinc_wrap stores one more, or zero at the operand and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 5

define i32 @f(i32 %x) {
  %r = atomicrmw uinc_wrap ptr @g, i32 %x monotonic
  ret i32 %r
}
