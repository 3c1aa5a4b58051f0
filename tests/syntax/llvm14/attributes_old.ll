; Function and parameter attributes as LLVM 14 spells them: memory effects are words, not memory(...).
declare i32 @pure(i32) readnone
declare i32 @reads(i8*) readonly
declare void @writes(i8*) writeonly
declare void @args(i8* nocapture) argmemonly
declare void @args_read(i8* nocapture readonly) argmemonly readonly
declare void @args_write(i8* writeonly) argmemonly writeonly
declare void @hidden() inaccessiblememonly
declare void @hidden_or_args(i8*) inaccessiblemem_or_argmemonly
declare noalias i8* @malloc(i64) inaccessiblememonly nounwind allocsize(0)
declare void @free(i8* nocapture) inaccessiblemem_or_argmemonly nounwind
declare void @table() uwtable
declare void @grouped(i8* readnone) #0

define void @calls(i8* %p) #1 {
  %1 = call i32 @pure(i32 1) #2
  %2 = call i32 @reads(i8* nocapture readonly %p) readonly nounwind
  call void @args(i8* %p) argmemonly
  ret void
}

attributes #0 = { argmemonly nofree nosync nounwind willreturn writeonly }
attributes #1 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind readnone }
