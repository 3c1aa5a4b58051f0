; RUN: tollgate check %s --explain --no-refute
; Pairs that are not proven, and what a trial says is missing: what would prove the pair if it were no difference.

; A call before the one whose condition differs is `nonnull`, before and in a loop.
declare i32 @make(ptr)
declare void @see(i32)
define void @src1(ptr noundef %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %done, label %start
start:
  br label %loop
loop:
  %x = call i32 @make(ptr noundef %p)
  %more = icmp eq i32 %x, 0
  br i1 %more, label %loop, label %made
made:
  call void @see(i32 %x)
  br label %done
done:
  ret void
}
define void @tgt1(ptr noundef %p) {
entry:
  %null = icmp eq ptr %p, null
  br i1 %null, label %done, label %start
start:
  br label %loop
loop:
  %x = call i32 @make(ptr noundef nonnull %p)
  %more = icmp eq i32 %x, 0
  br i1 %more, label %loop, label %made
made:
  call void @see(i32 %x)
  br label %done
done:
  ret void
}

; Two laws are missing, and what follows from them is not shown.
define void @src2(i32 noundef %a, i32 noundef %b, i32 noundef %c) {
  %t = mul i32 %a, %b
  %s = mul i32 %t, %c
  call void @see(i32 %s)
  %d = shl i32 %a, 1
  call void @see(i32 %d)
  ret void
}
define void @tgt2(i32 noundef %a, i32 noundef %b, i32 noundef %c) {
  %t = mul i32 %b, %c
  %s = mul i32 %a, %t
  call void @see(i32 %s)
  %d = shl nuw i32 %a, 1
  call void @see(i32 %d)
  ret void
}

; Two branches are one, on what only they say is defined.
define i32 @src3(ptr %p) {
entry:
  %x = load i8, ptr %p
  %low = icmp ult i8 %x, 48
  br i1 %low, label %no, label %next
next:
  %high = icmp ugt i8 %x, 57
  br i1 %high, label %no, label %yes
yes:
  ret i32 1
no:
  ret i32 0
}
define i32 @tgt3(ptr %p) {
entry:
  %x = load i8, ptr %p
  %low = icmp ult i8 %x, 48
  %high = icmp ugt i8 %x, 57
  %or = or i1 %low, %high
  br i1 %or, label %no, label %yes
yes:
  ret i32 1
no:
  ret i32 0
}

; A counter is wider and is held against the greater of the bound and another number.
declare i32 @llvm.smax.i32(i32, i32)
define void @src4(i32 noundef %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i32 %i, %n
  br i1 %more, label %body, label %done
body:
  %w = zext nneg i32 %i to i64
  call void @far(i64 %w)
  %next = add nuw nsw i32 %i, 1
  br label %loop
done:
  ret void
}
define void @tgt4(i32 noundef %n) {
entry:
  %most = call i32 @llvm.smax.i32(i32 %n, i32 0)
  %wide = zext i32 %most to i64
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp ne i64 %j, %wide
  br i1 %more, label %body, label %done
body:
  call void @far(i64 %j)
  %next = add nuw nsw i64 %j, 1
  br label %loop
done:
  ret void
}
declare void @far(i64)
