; RUN: tollgate run %s --fn f --args 0.0999755859375,0.0999755859375,1.0
; CLAUSE: 'llvm.fma.*' Intrinsic: a half is rounded once, to its own precision
define half @f(half %a, half %b, half %c) {
  %r = call half @llvm.fma.f16(half %a, half %b, half %c)
  ret half %r
}

declare half @llvm.fma.f16(half, half, half)
