; Intrinsics whose names contain typed pointers.
%S = type { i32, [3 x i16] }

declare void @llvm.memcpy.p0i8.p0i8.i64(i8* noalias nocapture writeonly, i8* noalias nocapture readonly, i64, i1 immarg)
declare void @llvm.memmove.p0i8.p1i8.i32(i8* nocapture writeonly, i8 addrspace(1)* nocapture readonly, i32, i1 immarg)
declare void @llvm.memset.p0i8.i64(i8* nocapture writeonly, i8, i64, i1 immarg)
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture)
declare {}* @llvm.invariant.start.p0i8(i64 immarg, i8* nocapture)
declare void @llvm.invariant.end.p0i8({}*, i64 immarg, i8* nocapture)
declare i64 @llvm.objectsize.i64.p0i8(i8*, i1 immarg, i1 immarg, i1 immarg)
declare <4 x i32> @llvm.masked.load.v4i32.p0v4i32(<4 x i32>*, i32 immarg, <4 x i1>, <4 x i32>)
declare <2 x double> @llvm.masked.gather.v2f64.v2p0f64(<2 x double*>, i32 immarg, <2 x i1>, <2 x double>)
declare i8* @llvm.launder.invariant.group.p0i8(i8*)
declare void @llvm.prefetch.p0i8(i8* nocapture readonly, i32 immarg, i32 immarg, i32)
declare i32* @llvm.ptr.annotation.p0i32(i32*, i8*, i8*, i32, i8*)
declare i8* @llvm.ptrmask.p0i8.i64(i8*, i64)
declare void @llvm.assume(i1 noundef)
declare i8* @llvm.stacksave()
declare void @llvm.stackrestore(i8*)
declare i8* @llvm.frameaddress.p0i8(i32 immarg)
declare i8* @llvm.returnaddress(i32 immarg)
declare i32 @llvm.eh.typeid.for(i8*)
declare i8* @llvm.strip.invariant.group.p0i8(i8*)

define void @calls(i8* %d, i8* %s, i8 addrspace(1)* %f, <4 x i32>* %v, <2 x double*> %g, <4 x i1> %m, i32* %i) {
  %t = alloca %S, align 4
  %b = bitcast %S* %t to i8*
  call void @llvm.lifetime.start.p0i8(i64 12, i8* nonnull %b)
  call void @llvm.memcpy.p0i8.p0i8.i64(i8* align 4 %d, i8* align 4 %s, i64 12, i1 false)
  call void @llvm.memmove.p0i8.p1i8.i32(i8* %d, i8 addrspace(1)* %f, i32 4, i1 true)
  call void @llvm.memset.p0i8.i64(i8* align 4 %b, i8 0, i64 12, i1 false)
  %1 = call {}* @llvm.invariant.start.p0i8(i64 4, i8* %d)
  call void @llvm.invariant.end.p0i8({}* %1, i64 4, i8* %d)
  %2 = call i64 @llvm.objectsize.i64.p0i8(i8* %d, i1 false, i1 true, i1 false)
  %3 = call <4 x i32> @llvm.masked.load.v4i32.p0v4i32(<4 x i32>* %v, i32 16, <4 x i1> %m, <4 x i32> undef)
  %4 = call <2 x double> @llvm.masked.gather.v2f64.v2p0f64(<2 x double*> %g, i32 8, <2 x i1> <i1 true, i1 false>, <2 x double> undef)
  %5 = call i8* @llvm.launder.invariant.group.p0i8(i8* %d)
  call void @llvm.prefetch.p0i8(i8* %d, i32 0, i32 3, i32 1)
  %6 = call i32* @llvm.ptr.annotation.p0i32(i32* %i, i8* %d, i8* %s, i32 7, i8* null)
  %7 = call i8* @llvm.ptrmask.p0i8.i64(i8* %d, i64 -16)
  call void @llvm.assume(i1 true) [ "align"(i8* %d, i64 16), "nonnull"(i32* %i) ]
  %8 = call i8* @llvm.stacksave()
  call void @llvm.stackrestore(i8* %8)
  %9 = call i8* @llvm.frameaddress.p0i8(i32 0)
  %10 = call i8* @llvm.strip.invariant.group.p0i8(i8* %d)
  call void @llvm.lifetime.end.p0i8(i64 12, i8* nonnull %b)
  ret void
}
