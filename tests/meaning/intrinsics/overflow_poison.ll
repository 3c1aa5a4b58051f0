; RUN: tollgate run %s --fn f --args poison
; CLAUSE: poison values: an overflow intrinsic of poison has two poison fields
target datalayout = "e"

declare { i8, i1 } @llvm.uadd.with.overflow.i8(i8, i8)

define i1 @f(i8 %x) {
  %p = call { i8, i1 } @llvm.uadd.with.overflow.i8(i8 %x, i8 0)
  %r = extractvalue { i8, i1 } %p, 1
  ret i1 %r
}
