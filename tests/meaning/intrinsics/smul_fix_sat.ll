; RUN: tollgate run %s --fn f --args 127,32
; RUN: tollgate run %s --fn f --args -128,32
; RUN: tollgate run %s --fn f --args -128,-16
; CLAUSE: 'llvm.smul.fix.sat.*' Intrinsic: a product that is out of range stops at the largest or smallest number
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.smul.fix.sat.i8(i8 %a, i8 %b, i32 4)
  ret i8 %r
}

declare i8 @llvm.smul.fix.sat.i8(i8, i8, i32)
