; RUN: tollgate run %s --fn f --args 1,0
; RUN: tollgate run %s --fn f --args 24,32
; CLAUSE: 'llvm.udiv.fix.*' Intrinsic: a zero divisor is undefined behaviour
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.udiv.fix.i8(i8 %a, i8 %b, i32 4)
  ret i8 %r
}

declare i8 @llvm.udiv.fix.i8(i8, i8, i32 immarg)
