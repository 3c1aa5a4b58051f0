; A program: it prints its arguments.

@greeting = private unnamed_addr constant [11 x i8] c"hello, %s!\00"
@world = private unnamed_addr constant [6 x i8] c"world\00"
@newline = private unnamed_addr constant [2 x i8] c"\0A\00"

declare i32 @printf(ptr noundef, ...)

define i32 @main(i32 %argc, ptr %argv) {
entry:
  %alone = icmp slt i32 %argc, 2
  br i1 %alone, label %print, label %named

named:
  %slot = getelementptr inbounds ptr, ptr %argv, i64 1
  %name = load ptr, ptr %slot, align 8
  br label %print

print:
  %who = phi ptr [ @world, %entry ], [ %name, %named ]
  %written = call i32 (ptr, ...) @printf(ptr @greeting, ptr %who)
  %end = call i32 (ptr, ...) @printf(ptr @newline)
  ret i32 0
}
