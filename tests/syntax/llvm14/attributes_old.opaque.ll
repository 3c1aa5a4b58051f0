; The opaque-pointer form of attributes_old.ll, with memory(...).
declare i32 @pure(i32) memory(none)
declare i32 @reads(ptr) memory(read)
declare void @writes(ptr) memory(write)
declare void @args(ptr nocapture) memory(argmem: readwrite)
declare void @args_read(ptr nocapture readonly) memory(argmem: read)
declare void @args_write(ptr writeonly) memory(argmem: write)
declare void @hidden() memory(inaccessiblemem: readwrite)
declare void @hidden_or_args(ptr) memory(argmem: readwrite, inaccessiblemem: readwrite)
declare noalias ptr @malloc(i64) memory(inaccessiblemem: readwrite) nounwind allocsize(0)
declare void @free(ptr nocapture) memory(argmem: readwrite, inaccessiblemem: readwrite) nounwind
declare void @table() uwtable
declare void @grouped(ptr readnone) #0

define void @calls(ptr %p) #1 {
  %1 = call i32 @pure(i32 1) #2
  %2 = call i32 @reads(ptr nocapture readonly %p) memory(read) nounwind
  call void @args(ptr %p) memory(argmem: readwrite)
  ret void
}

attributes #0 = { memory(argmem: write) nofree nosync nounwind willreturn }
attributes #1 = { noinline nounwind optnone uwtable "frame-pointer"="all" "min-legal-vector-width"="0" "no-trapping-math"="true" "stack-protector-buffer-size"="8" "target-cpu"="x86-64" "target-features"="+cx8,+fxsr,+mmx,+sse,+sse2,+x87" "tune-cpu"="generic" }
attributes #2 = { nounwind memory(none) }
