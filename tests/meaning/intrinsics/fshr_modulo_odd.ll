; RUN: tollgate run %s --fn f --args 0,64,7
; RUN: tollgate run %s --fn f --args 0,-64,8
; RUN: tollgate run %s --fn f --args 1,0,8
; CLAUSE: 'llvm.fshr.*' Intrinsic: the amount is taken modulo a width that is no power of two
define i7 @f(i7 %a, i7 %b, i7 %c) {
  %r = call i7 @llvm.fshr.i7(i7 %a, i7 %b, i7 %c)
  ret i7 %r
}

declare i7 @llvm.fshr.i7(i7, i7, i7)
