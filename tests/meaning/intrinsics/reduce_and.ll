; RUN: tollgate run %s --fn f --args <12,10>
; CLAUSE: 'llvm.vector.reduce.and.*' Intrinsic: the conjunction of the lanes
define i8 @f(<2 x i8> %v) {
  %r = call i8 @llvm.vector.reduce.and.v2i8(<2 x i8> %v)
  ret i8 %r
}

declare i8 @llvm.vector.reduce.and.v2i8(<2 x i8>)
