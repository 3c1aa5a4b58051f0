; The opaque-pointer form of intrinsics_mangled.ll.
%S = type { i32, [3 x i16] }

declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
declare void @llvm.memmove.p0.p1.i32(ptr nocapture writeonly, ptr addrspace(1) nocapture readonly, i32, i1 immarg)
declare void @llvm.memset.p0.i64(ptr nocapture writeonly, i8, i64, i1 immarg)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
declare ptr @llvm.invariant.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.invariant.end.p0(ptr, i64 immarg, ptr nocapture)
declare i64 @llvm.objectsize.i64.p0(ptr, i1 immarg, i1 immarg, i1 immarg)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32 immarg, <4 x i1>, <4 x i32>)
declare <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr>, i32 immarg, <2 x i1>, <2 x double>)
declare ptr @llvm.launder.invariant.group.p0(ptr)
declare void @llvm.prefetch.p0(ptr nocapture readonly, i32 immarg, i32 immarg, i32)
declare ptr @llvm.ptr.annotation.p0(ptr, ptr, ptr, i32, ptr)
declare ptr @llvm.ptrmask.p0.i64(ptr, i64)
declare void @llvm.assume(i1 noundef)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare ptr @llvm.frameaddress.p0(i32 immarg)
declare ptr @llvm.returnaddress(i32 immarg)
declare i32 @llvm.eh.typeid.for(ptr)
declare ptr @llvm.strip.invariant.group.p0(ptr)

define void @calls(ptr %d, ptr %s, ptr addrspace(1) %f, ptr %v, <2 x ptr> %g, <4 x i1> %m, ptr %i) {
  %t = alloca %S, align 4
  %b = bitcast ptr %t to ptr
  call void @llvm.lifetime.start.p0(i64 12, ptr nonnull %b)
  call void @llvm.memcpy.p0.p0.i64(ptr align 4 %d, ptr align 4 %s, i64 12, i1 false)
  call void @llvm.memmove.p0.p1.i32(ptr %d, ptr addrspace(1) %f, i32 4, i1 true)
  call void @llvm.memset.p0.i64(ptr align 4 %b, i8 0, i64 12, i1 false)
  %1 = call ptr @llvm.invariant.start.p0(i64 4, ptr %d)
  call void @llvm.invariant.end.p0(ptr %1, i64 4, ptr %d)
  %2 = call i64 @llvm.objectsize.i64.p0(ptr %d, i1 false, i1 true, i1 false)
  %3 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %v, i32 16, <4 x i1> %m, <4 x i32> undef)
  %4 = call <2 x double> @llvm.masked.gather.v2f64.v2p0(<2 x ptr> %g, i32 8, <2 x i1> <i1 true, i1 false>, <2 x double> undef)
  %5 = call ptr @llvm.launder.invariant.group.p0(ptr %d)
  call void @llvm.prefetch.p0(ptr %d, i32 0, i32 3, i32 1)
  %6 = call ptr @llvm.ptr.annotation.p0(ptr %i, ptr %d, ptr %s, i32 7, ptr null)
  %7 = call ptr @llvm.ptrmask.p0.i64(ptr %d, i64 -16)
  call void @llvm.assume(i1 true) [ "align"(ptr %d, i64 16), "nonnull"(ptr %i) ]
  %8 = call ptr @llvm.stacksave()
  call void @llvm.stackrestore(ptr %8)
  %9 = call ptr @llvm.frameaddress.p0(i32 0)
  %10 = call ptr @llvm.strip.invariant.group.p0(ptr %d)
  call void @llvm.lifetime.end.p0(i64 12, ptr nonnull %b)
  ret void
}
