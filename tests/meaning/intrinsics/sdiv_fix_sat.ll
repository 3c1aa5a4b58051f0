; RUN: tollgate run %s --fn f --args 64,8
; RUN: tollgate run %s --fn f --args -64,8
; RUN: tollgate run %s --fn f --args -128,-16
; RUN: tollgate run %s --fn f --args 24,32
; CLAUSE: 'llvm.sdiv.fix.sat.*' Intrinsic: a quotient that is out of range stops at the largest or smallest number
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.sdiv.fix.sat.i8(i8 %a, i8 %b, i32 4)
  ret i8 %r
}

declare i8 @llvm.sdiv.fix.sat.i8(i8, i8, i32)
