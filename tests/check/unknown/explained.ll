; RUN: tollgate check %s --explain --no-refute
; Pairs that are not proven: what is missing, whether it is known by what the source says, and what else differs.

; A wider counter.
declare void @see(i32)
define void @src1(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  call void @see(i32 %i)
  %next = add i32 %i, 1
  br label %loop
done:
  ret void
}
define void @tgt1(i32 noundef %n) {
entry:
  %w = zext i32 %n to i64
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %end = icmp eq i64 %j, %w
  br i1 %end, label %done, label %body
body:
  %i = trunc i64 %j to i32
  call void @see(i32 %i)
  %next = add nuw nsw i64 %j, 1
  br label %loop
done:
  ret void
}

; Nothing is written between two loads.
declare i32 @ask(i32) nounwind willreturn memory(read)
define i32 @src2(ptr %p) {
  %a = load i32, ptr %p
  %c = call i32 @ask(i32 %a)
  %b = load i32, ptr %p
  %r = sub i32 %b, %c
  ret i32 %r
}
define i32 @tgt2(ptr %p) {
  %a = load i32, ptr %p
  %c = call i32 @ask(i32 %a)
  %r = sub i32 %a, %c
  ret i32 %r
}

; A wrong pair. If the loops were left together, the calls would still differ.
define void @src3(i32 noundef %a, i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %a, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done
body:
  call void @see(i32 %i)
  %next = add i32 %i, 1
  br label %loop
done:
  ret void
}
define void @tgt3(i32 noundef %a, i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %a, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %done
body:
  call void @see(i32 %a)
  %next = add i32 %i, 1
  br label %loop
done:
  ret void
}
