; Calls of variadic functions, with the function type written out, and tail markers.
@.fmt = private unnamed_addr constant [7 x i8] c"%d %s\0A\00", align 1
@.str = private unnamed_addr constant [3 x i8] c"hi\00", align 1

declare i32 @printf(i8* nocapture noundef readonly, ...)
declare i32 @puts(i8*)
declare void @llvm.va_start(i8*)
declare void @llvm.va_end(i8*)
declare void @llvm.va_copy(i8*, i8*)

define i32 @main(i32 %argc, i8** %argv) {
entry:
  %call = call i32 (i8*, ...) @printf(i8* noundef getelementptr inbounds ([7 x i8], [7 x i8]* @.fmt, i64 0, i64 0), i32 noundef %argc, i8* noundef getelementptr inbounds ([3 x i8], [3 x i8]* @.str, i64 0, i64 0))
  %call1 = tail call i32 (i8*, ...) @printf(i8* getelementptr inbounds ([7 x i8], [7 x i8]* @.fmt, i32 0, i32 0))
  %first = load i8*, i8** %argv, align 8
  %call2 = call i32 @puts(i8* nonnull dereferenceable(1) %first) #0
  ret i32 %call
}

define i32 @sum(i32 %n, ...) {
entry:
  %ap = alloca i8*, align 8
  %ap1 = bitcast i8** %ap to i8*
  call void @llvm.va_start(i8* %ap1)
  %v = va_arg i8** %ap, i32
  %w = va_arg i8** %ap, i8*
  %copy = alloca i8*, align 8
  %copy1 = bitcast i8** %copy to i8*
  call void @llvm.va_copy(i8* %copy1, i8* %ap1)
  call void @llvm.va_end(i8* %ap1)
  ret i32 %v
}

define void @forward(i8* %this, ...) {
  musttail call void (i8*, ...) @target(i8* %this, ...)
  ret void
}

declare void @target(i8*, ...)

attributes #0 = { nounwind }
