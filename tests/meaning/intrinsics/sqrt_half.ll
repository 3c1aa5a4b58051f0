; RUN: tollgate run %s --fn f --args 2.0
; RUN: tollgate run %s --fn f --args 65504.0
; CLAUSE: 'llvm.sqrt.*' Intrinsic: a half is rounded once, to its own precision
define half @f(half %a) {
  %r = call half @llvm.sqrt.f16(half %a)
  ret half %r
}

declare half @llvm.sqrt.f16(half)
