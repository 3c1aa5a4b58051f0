; The opaque-pointer form of c_program.ll.
%struct._IO_FILE = type opaque
%struct.entry = type { ptr, ptr, ptr }

@stderr = external dso_local global ptr, align 8
@.str = private unnamed_addr constant [6 x i8] c"hello\00", align 1
@.str.1 = private unnamed_addr constant [4 x i8] c"%s\0A\00", align 1
@head = internal global ptr null, align 8

; Function Attrs: noinline nounwind uwtable
define dso_local i32 @lookup(ptr noundef %name, ptr noundef %arg) #0 {
entry:
  %retval = alloca i32, align 4
  %name.addr = alloca ptr, align 8
  %e = alloca ptr, align 8
  store ptr %name, ptr %name.addr, align 8
  %0 = load ptr, ptr @head, align 8
  store ptr %0, ptr %e, align 8
  br label %for.cond

for.cond:                                         ; preds = %for.inc, %entry
  %1 = load ptr, ptr %e, align 8
  %tobool = icmp ne ptr %1, null
  br i1 %tobool, label %for.body, label %for.end

for.body:                                         ; preds = %for.cond
  %2 = load ptr, ptr %e, align 8
  %key = getelementptr inbounds %struct.entry, ptr %2, i32 0, i32 0
  %3 = load ptr, ptr %key, align 8
  %4 = load ptr, ptr %name.addr, align 8
  %call = call i32 @strcmp(ptr noundef %3, ptr noundef %4) #1
  %cmp = icmp eq i32 %call, 0
  br i1 %cmp, label %if.then, label %for.inc

if.then:                                          ; preds = %for.body
  %5 = load ptr, ptr %e, align 8
  %fn = getelementptr inbounds %struct.entry, ptr %5, i32 0, i32 1
  %6 = load ptr, ptr %fn, align 8
  %call1 = call i32 %6(ptr noundef %name, ptr noundef %arg)
  store i32 %call1, ptr %retval, align 4
  br label %return

for.inc:                                          ; preds = %for.body
  %7 = load ptr, ptr %e, align 8
  %next = getelementptr inbounds %struct.entry, ptr %7, i32 0, i32 2
  %8 = load ptr, ptr %next, align 8
  store ptr %8, ptr %e, align 8
  br label %for.cond, !llvm.loop !2

for.end:                                          ; preds = %for.cond
  %9 = load ptr, ptr @stderr, align 8
  %call2 = call i32 (ptr, ptr, ...) @fprintf(ptr noundef %9, ptr noundef getelementptr inbounds ([4 x i8], ptr @.str.1, i64 0, i64 0), ptr noundef getelementptr inbounds ([6 x i8], ptr @.str, i64 0, i64 0))
  store i32 -1, ptr %retval, align 4
  br label %return

return:                                           ; preds = %for.end, %if.then
  %10 = load i32, ptr %retval, align 4
  ret i32 %10
}

; Function Attrs: nounwind readonly willreturn
declare i32 @strcmp(ptr noundef, ptr noundef) #2

declare i32 @fprintf(ptr noundef, ptr noundef, ...)

attributes #0 = { noinline nounwind uwtable }
attributes #1 = { nounwind readonly willreturn }
attributes #2 = { nounwind readonly willreturn }

!llvm.module.flags = !{!0}
!llvm.ident = !{!1}

!0 = !{i32 1, !"wchar_size", i32 4}
!1 = !{!"a C compiler"}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.mustprogress"}
