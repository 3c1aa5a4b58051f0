; RUN: tollgate run %s --fn f --args 8
; RUN: tollgate run %s --fn f --args -128
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'llvm.cttz.*' Intrinsic: trailing zeros; without the flag all bits for zero
define i8 @f(i8 %a) {
  %r = call i8 @llvm.cttz.i8(i8 %a, i1 false)
  ret i8 %r
}

declare i8 @llvm.cttz.i8(i8, i1)
