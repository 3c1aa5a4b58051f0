; RUN: tollgate run %s --fn f --args undef --choices all
; CLAUSE: 'llvm.ssa.copy.*' Intrinsic: a copy of undef is undef, not a fixed number
define i1 @f(i1 %a) {
  %x = call i1 @llvm.ssa.copy.i1(i1 %a)
  %d = xor i1 %x, %x
  %r = freeze i1 %d
  ret i1 %r
}

declare i1 @llvm.ssa.copy.i1(i1 returned)
