; RUN: tollgate run %s --fn f --args -24,40
; RUN: tollgate run %s --fn f --args -128,16
; RUN: tollgate run %s --fn f --args -16,-16
; CLAUSE: 'llvm.smul.fix.*' Intrinsic: signed numbers with a scale, exact ones
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.smul.fix.i8(i8 %a, i8 %b, i32 4)
  ret i8 %r
}

declare i8 @llvm.smul.fix.i8(i8, i8, i32)
