; A small program as a C compiler of that time writes it: opaque handle, callbacks, switch over strings.
%struct._IO_FILE = type opaque
%struct.entry = type { i8*, i32 (i8*, i8*)*, %struct.entry* }

@stderr = external dso_local global %struct._IO_FILE*, align 8
@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1
@head = internal global %struct.entry* null, align 8

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @lookup(i8* noundef %name, i8* noundef %arg) #0 {
entry:
  %retval = alloca i32, align 4
  %name.addr = alloca i8*, align 8
  %e = alloca %struct.entry*, align 8
  store i8* %name, i8** %name.addr, align 8
  %0 = load %struct.entry*, %struct.entry** @head, align 8
  store %struct.entry* %0, %struct.entry** %e, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load %struct.entry*, %struct.entry** %e, align 8
  %tobool = icmp ne %struct.entry* %1, null
  br i1 %tobool, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load %struct.entry*, %struct.entry** %e, align 8
  %key = getelementptr inbounds %struct.entry, %struct.entry* %2, i32 0, i32 0
  %3 = load i8*, i8** %key, align 8
  %4 = load i8*, i8** %name.addr, align 8
  %call = call i32 @strcmp(i8* noundef %3, i8* noundef %4) #1
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %for.inc

if.then:                                          ; preds = %for.body
  %5 = load %struct.entry*, %struct.entry** %e, align 8
  %fn = getelementptr inbounds %struct.entry, %struct.entry* %5, i32 0, i32 1
  %6 = load i32 (i8*, i8*)*, i32 (i8*, i8*)** %fn, align 8
  %call1 = call i32 %6(i8* noundef %name, i8* noundef %arg)
  store i32 %call1, i32* %retval, align 4
  br label %return

for.inc:                                          ; preds = %for.body
  %7 = load %struct.entry*, %struct.entry** %e, align 8
  %next = getelementptr inbounds %struct.entry, %struct.entry* %7, i32 0, i32 2
  %8 = load %struct.entry*, %struct.entry** %next, align 8
  store %struct.entry* %8, %struct.entry** %e, align 8
  br label %for.cond, !llvm.loop !2

for.end:                                          ; preds = %for.cond
  %9 = load %struct._IO_FILE*, %struct._IO_FILE** @stderr, align 8
  %call2 = call i32 (%struct._IO_FILE*, i8*, ...) @fprintf(%struct._IO_FILE* noundef %9, i8* noundef getelementptr inbounds ([4 x i8], [4 x i8]* @.str.1, i64 0, i64 0), i8* noundef getelementptr inbounds ([6 x i8], [6 x i8]* @.str, i64 0, i64 0))
  store i32 -1, i32* %retval, align 4
  br label %return

return:                                           ; preds = %for.end, %if.then
  %10 = load i32, i32* %retval, align 4
  ret i32 %10
}

; Function Attrs: nounwind readonly willreturn
declare i32 @strcmp(i8* noundef, i8* noundef) #2

declare i32 @fprintf(%struct._IO_FILE* noundef, i8* noundef, ...)

attributes #0 = { noinline nounwind uwtable }
attributes #1 = { nounwind readonly willreturn }
attributes #2 = { nounwind readonly willreturn }

!llvm.module.flags = !{!0}
!llvm.ident = !{!1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!"a C compiler"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.mustprogress"}
