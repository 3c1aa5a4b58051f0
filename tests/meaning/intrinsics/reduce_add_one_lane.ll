; RUN: tollgate run %s --fn f --args <7>
; CLAUSE: 'llvm.vector.reduce.add.*' Intrinsic: of one lane it is that lane
define i8 @f(<1 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.add.v1i8(<1 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.add.v1i8(<1 x i8>)
