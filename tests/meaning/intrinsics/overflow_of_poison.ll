; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: 'llvm.sadd.with.overflow.*' Intrinsic: a poison operand makes both parts poison
define i1 @f(i8 %a) {
  %s = call { i8, i1 } @llvm.sadd.with.overflow.i8(i8 %a, i8 0)
  %r = extractvalue { i8, i1 } %s, 1
  ret i1 %r
}

declare { i8, i1 } @llvm.sadd.with.overflow.i8(i8, i8)
