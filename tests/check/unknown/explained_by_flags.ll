; RUN: tollgate check %s --explain --no-refute
; Pairs that are not proven for flags, signs and first tests that only the target relies on.

; The address is made in another order: what is on the way to it is in the object if %i is not
; negative.
define void @src1(ptr noundef %p, i64 noundef %i) {
  %a = getelementptr inbounds [16 x i8], ptr %p, i64 %i
  %b = getelementptr inbounds i8, ptr %a, i64 8
  store i8 0, ptr %b
  ret void
}
define void @tgt1(ptr noundef %p, i64 noundef %i) {
  %a = getelementptr inbounds i8, ptr %p, i64 8
  %b = getelementptr inbounds [16 x i8], ptr %a, i64 %i
  store i8 0, ptr %b
  ret void
}

; Flags of three operations, of which one, `nneg`, holds.
declare void @see(i64)
define void @src2(i32 noundef %x, i32 noundef %y) {
  %a = add i32 %x, %y
  %m = and i32 %a, 65535
  %w = zext i32 %m to i64
  call void @see(i64 %w)
  %b = sub i32 %x, %y
  %c = icmp eq i32 %b, 0
  br i1 %c, label %yes, label %no
yes:
  call void @see(i64 1)
  ret void
no:
  ret void
}
define void @tgt2(i32 noundef %x, i32 noundef %y) {
  %a = add nuw i32 %x, %y
  %m = and i32 %a, 65535
  %w = zext nneg i32 %m to i64
  call void @see(i64 %w)
  %b = sub nuw nsw i32 %x, %y
  %c = icmp eq i32 %b, 0
  br i1 %c, label %yes, label %no
yes:
  call void @see(i64 1)
  ret void
no:
  ret void
}

; The first test of the loop is left out.
define void @src3(i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %done
body:
  call void @see(i64 %i)
  %next = add i64 %i, 1
  br label %loop
done:
  ret void
}
define void @tgt3(i64 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @see(i64 %i)
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A counter is wider, and its test is one of unsigned numbers.
define void @src4(ptr noundef %p, i32 noundef %from, i8 noundef %k) {
entry:
  %n = zext i8 %k to i32
  br label %loop
loop:
  %i = phi i32 [ %from, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %w = sext i32 %i to i64
  call void @see(i64 %w)
  %next = add nsw i32 %i, 1
  br label %loop
done:
  ret void
}
define void @tgt4(ptr noundef %p, i32 noundef %from, i8 noundef %k) {
entry:
  %n = zext i8 %k to i64
  %first = sext i32 %from to i64
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %next, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %done
body:
  call void @see(i64 %i)
  %next = add nsw i64 %i, 1
  br label %loop
done:
  ret void
}
