; RUN: tollgate run %s --fn f --args 0.5
; RUN: tollgate run %s --fn f --args 5.0
; RUN: tollgate run %s --fn f --args -5.0
; RUN: tollgate run %s --fn f --args nan
; CLAUSE: 'llvm.fptoui.sat.*' Intrinsic: an i1 holds 0 and 1
define i1 @f(half %a) {
  %r = call i1 @llvm.fptoui.sat.i1.f16(half %a)
  ret i1 %r
}

declare i1 @llvm.fptoui.sat.i1.f16(half)
