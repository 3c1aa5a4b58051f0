; RUN: tollgate run %s --fn f --args <true,true,true>
; RUN: tollgate run %s --fn f --args <true,false,true>
; RUN: tollgate run %s --fn f --args <false,poison,true>
; CLAUSE: 'llvm.vector.reduce.and.*' Intrinsic: of a vector of i1 it asks whether all are true
define i1 @f(<3 x i1> %v) {
  %r = call i1 @llvm.vector.reduce.and.v3i1(<3 x i1> %v)
  ret i1 %r
}

declare i1 @llvm.vector.reduce.and.v3i1(<3 x i1>)
