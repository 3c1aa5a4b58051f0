; RUN: tollgate run %s --fn f --args 24,32
; RUN: tollgate run %s --fn g --args -1,-1
; CLAUSE: llvm.smul.fix and llvm.umul.fix.sat: numbers with a scale
target datalayout = "e"

declare i8 @llvm.smul.fix.i8(i8, i8, i32)
declare i8 @llvm.umul.fix.sat.i8(i8, i8, i32)

define i8 @f(i8 %x, i8 %y) {
  %r = call i8 @llvm.smul.fix.i8(i8 %x, i8 %y, i32 4)
  ret i8 %r
}

define i8 @g(i8 %x, i8 %y) {
  %r = call i8 @llvm.umul.fix.sat.i8(i8 %x, i8 %y, i32 4)
  ret i8 %r
}
