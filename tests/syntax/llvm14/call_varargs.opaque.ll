; The opaque-pointer form of call_varargs.ll.
@.fmt = private unnamed_addr constant [7 x i8] c"%d %s\0A\00", align 1
@.str = private unnamed_addr constant [3 x i8] c"hi\00", align 1

declare i32 @printf(ptr nocapture noundef readonly, ...)
declare i32 @puts(ptr)
declare void @llvm.va_start(ptr)
declare void @llvm.va_end(ptr)
declare void @llvm.va_copy(ptr, ptr)

define i32 @main(i32 %argc, ptr %argv) {
entry:
  %call = call i32 (ptr, ...) @printf(ptr noundef getelementptr inbounds ([7 x i8], ptr @.fmt, i64 0, i64 0), i32 noundef %argc, ptr noundef getelementptr inbounds ([3 x i8], ptr @.str, i64 0, i64 0))
  %call1 = tail call i32 (ptr, ...) @printf(ptr getelementptr inbounds ([7 x i8], ptr @.fmt, i32 0, i32 0))
  %first = load ptr, ptr %argv, align 8
  %call2 = call i32 @puts(ptr nonnull dereferenceable(1) %first) #0
  ret i32 %call
}

define i32 @sum(i32 %n, ...) {
entry:
  %ap = alloca ptr, align 8
  %ap1 = bitcast ptr %ap to ptr
  call void @llvm.va_start(ptr %ap1)
  %v = va_arg ptr %ap, i32
  %w = va_arg ptr %ap, ptr
  %copy = alloca ptr, align 8
  %copy1 = bitcast ptr %copy to ptr
  call void @llvm.va_copy(ptr %copy1, ptr %ap1)
  call void @llvm.va_end(ptr %ap1)
  ret i32 %v
}

define void @forward(ptr %this, ...) {
  musttail call void (ptr, ...) @target(ptr %this, ...)
  ret void
}

declare void @target(ptr, ...)

attributes #0 = { nounwind }
