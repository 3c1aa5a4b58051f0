; RUN: tollgate run %s --fn f --args 24,40
; RUN: tollgate run %s --fn f --args -1,16
; RUN: tollgate run %s --fn f --args 0,-1
; CLAUSE: 'llvm.umul.fix.*' Intrinsic: the product of numbers with a scale: (a * b) / 2^scale, exact ones
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.umul.fix.i8(i8 %a, i8 %b, i32 4)
  ret i8 %r
}

declare i8 @llvm.umul.fix.i8(i8, i8, i32)
