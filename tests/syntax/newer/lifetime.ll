; New in LLVM 22: lifetime markers without a size, masked intrinsics without an alignment argument.
declare void @llvm.lifetime.start.p0(ptr captures(none))
declare void @llvm.lifetime.end.p0(ptr captures(none))
declare void @llvm.lifetime.start.p5(ptr addrspace(5) captures(none))
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr captures(none), <4 x i1>, <4 x i32>)
declare void @llvm.masked.store.v4i32.p0(<4 x i32>, ptr captures(none), <4 x i1>)
declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i32.v4p0(<4 x i32>, <4 x ptr>, <4 x i1>)

define void @f(<4 x i1> %m, <4 x ptr> %v) {
  %a = alloca [4 x i32], align 16
  %b = alloca i32, align 4, addrspace(5)
  call void @llvm.lifetime.start.p0(ptr %a)
  call void @llvm.lifetime.start.p0(ptr nonnull %a) #0
  call void @llvm.lifetime.start.p5(ptr addrspace(5) %b)
  %1 = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr align 16 %a, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %1, ptr align 4 %a, <4 x i1> %m)
  %2 = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> align 4 %v, <4 x i1> %m, <4 x i32> poison)
  call void @llvm.masked.scatter.v4i32.v4p0(<4 x i32> %2, <4 x ptr> align 4 %v, <4 x i1> %m)
  call void @llvm.lifetime.end.p0(ptr %a)
  call void @llvm.lifetime.end.p0(ptr poison)
  ret void
}

attributes #0 = { nounwind }
