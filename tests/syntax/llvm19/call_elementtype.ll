; Intrinsic calls whose pointers carry elementtype, and immediate arguments.
%t = type { i32, [3 x i16] }

declare ptr @llvm.preserve.struct.access.index.p0.p0(ptr, i32 immarg, i32 immarg)
declare ptr @llvm.preserve.array.access.index.p0.p0(ptr, i32 immarg, i32 immarg)
declare i64 @llvm.aarch64.ldxr.p0(ptr)
declare i32 @llvm.aarch64.stxr.p0(i64, ptr)
declare void @llvm.memcpy.p0.p0.i64(ptr noalias nocapture writeonly, ptr noalias nocapture readonly, i64, i1 immarg)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32 immarg, <4 x i1>, <4 x i32>)
declare <vscale x 4 x i32> @llvm.vp.add.nxv4i32(<vscale x 4 x i32>, <vscale x 4 x i32>, <vscale x 4 x i1>, i32)
declare double @llvm.experimental.constrained.fadd.f64(double, double, metadata, metadata)
declare i1 @llvm.is.fpclass.f32(float, i32 immarg)
declare i64 @llvm.read_register.i64(metadata)
declare token @llvm.experimental.gc.statepoint.p0(i64 immarg, i32 immarg, ptr, i32 immarg, i32 immarg, ...)
declare ptr @llvm.experimental.gc.relocate.p0(token, i32 immarg, i32 immarg)
declare void @nullary()

define void @calls(ptr %p, i64 %v, <4 x i1> %m, <vscale x 4 x i32> %s, <vscale x 4 x i1> %k) strictfp {
  %1 = call ptr @llvm.preserve.struct.access.index.p0.p0(ptr elementtype(%t) %p, i32 1, i32 1)
  %2 = call ptr @llvm.preserve.array.access.index.p0.p0(ptr elementtype([3 x i16]) %p, i32 1, i32 2)
  %3 = call i64 @llvm.aarch64.ldxr.p0(ptr elementtype(i32) %p)
  %4 = call i32 @llvm.aarch64.stxr.p0(i64 %v, ptr elementtype(i8) %p)
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %p, ptr align 4 %p, i64 16, i1 false)
  call void @llvm.lifetime.start.p0(i64 4, ptr %p)
  call void @llvm.lifetime.end.p0(i64 -1, ptr %p)
  %5 = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 1, i32 2)
  %6 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 16, <4 x i1> %m, <4 x i32> poison)
  %7 = call <vscale x 4 x i32> @llvm.vp.add.nxv4i32(<vscale x 4 x i32> %s, <vscale x 4 x i32> %s, <vscale x 4 x i1> %k, i32 8)
  %8 = call double @llvm.experimental.constrained.fadd.f64(double 1.0, double 2.0, metadata !"round.tonearest", metadata !"fpexcept.strict") strictfp
  %9 = call i1 @llvm.is.fpclass.f32(float 0.0, i32 64)
  %10 = call i64 @llvm.read_register.i64(metadata !0)
  ret void
}

define ptr addrspace(1) @statepoint(ptr addrspace(1) %o) gc "statepoint-example" {
  %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 0, i32 0, ptr elementtype(void ()) @nullary, i32 0, i32 0, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %o) ]
  %r = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  ret ptr addrspace(1) %r
}
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32 immarg, i32 immarg)

!0 = !{!"rsp"}
