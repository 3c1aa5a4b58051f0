; RUN: tollgate run %s --fn f --args -1.5
; RUN: tollgate run %s --fn f --args 0.5
; CLAUSE: 'llvm.floor.*' Intrinsic: a bfloat is rounded once, to its own precision
define bfloat @f(bfloat %a) {
  %r = call bfloat @llvm.floor.bf16(bfloat %a)
  ret bfloat %r
}

declare bfloat @llvm.floor.bf16(bfloat)
