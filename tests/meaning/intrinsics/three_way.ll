; RUN: tollgate run %s --fn s --args -1,1
; RUN: tollgate run %s --fn u --args -1,1
; RUN: tollgate run %s --fn s --args 4,4
; CLAUSE: llvm.scmp and llvm.ucmp: -1, 0 or 1
target datalayout = "e"

declare i8 @llvm.scmp.i8.i32(i32, i32)
declare i8 @llvm.ucmp.i8.i32(i32, i32)

define i8 @s(i32 %x, i32 %y) {
  %r = call i8 @llvm.scmp.i8.i32(i32 %x, i32 %y)
  ret i8 %r
}

define i8 @u(i32 %x, i32 %y) {
  %r = call i8 @llvm.ucmp.i8.i32(i32 %x, i32 %y)
  ret i8 %r
}
