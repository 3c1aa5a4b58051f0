; RUN: tollgate run %s --fn f --args 7
; CLAUSE: atomicrmw: udec_wrap stores one less, or the operand at zero and gives the old value; both halves are observed
target datalayout = "e"

@g = global i32 0

define i32 @f(i32 %x) {
  %r = atomicrmw udec_wrap ptr @g, i32 %x monotonic
  ret i32 %r
}
