; RUN: tollgate run %s --fn f
; CLAUSE: 'llvm.objectsize.*' Intrinsic: asked for the least, it is the bytes that are left in the object, or zero if that is not known
target datalayout = "e-p:64:64"

define i1 @f() {
  %p = alloca [10 x i8], align 1
  %q = getelementptr i8, ptr %p, i64 4
  %size = call i64 @llvm.objectsize.i64.p0(ptr %q, i1 true, i1 true, i1 false)
  %r = icmp ule i64 %size, 6
  ret i1 %r
}

declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg)
