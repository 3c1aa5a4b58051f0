; RUN: tollgate run %s --fn f --args -1,32
; RUN: tollgate run %s --fn f --args 24,40
; CLAUSE: 'llvm.umul.fix.sat.*' Intrinsic: a product that is too large stops at the largest number
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.umul.fix.sat.i8(i8 %a, i8 %b, i32 4)
  ret i8 %r
}

declare i8 @llvm.umul.fix.sat.i8(i8, i8, i32)
