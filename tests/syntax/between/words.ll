; LLVM 15 and 16: attribute words on functions, with opaque pointers.
declare void @args(ptr nocapture readonly) argmemonly readonly
declare void @hidden() inaccessiblememonly
declare ptr @kind(i64, i64 allocalign) allockind("alloc,uninitialized,aligned") allocsize(0) "alloc-family"="x"
declare void @sync() uwtable(sync)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture) #0

define void @f() nounwind readnone {
  %a = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %a)
  ret void
}

attributes #0 = { argmemonly nocallback nofree nosync nounwind willreturn }
