; RUN: tollgate run %s --fn add --args <100,100,100>
; RUN: tollgate run %s --fn add --args <1,poison,3>
; RUN: tollgate run %s --fn smax --args <-1,-5,-3>
; RUN: tollgate run %s --fn xor --args <1,2,4>
; CLAUSE: llvm.vector.reduce: joins all lanes; one poison lane is enough to poison the result
target datalayout = "e"

declare i8 @llvm.vector.reduce.add.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.smax.v3i8(<3 x i8>)
declare i8 @llvm.vector.reduce.xor.v3i8(<3 x i8>)

define i8 @add(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @smax(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.smax.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @xor(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.xor.v3i8(<3 x i8> %a)
  ret i8 %r
}
