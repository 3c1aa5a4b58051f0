; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args -1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'llvm.ctlz.*' Intrinsic: the count is that of the width, also across words
define i65 @f(i65 %a) {
  %r = call i65 @llvm.ctlz.i65(i65 %a, i1 false)
  ret i65 %r
}

declare i65 @llvm.ctlz.i65(i65, i1)
