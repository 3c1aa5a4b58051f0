; RUN: tollgate check %s --no-refute
; A way around a loop does not need the loop to end, also where constants decide which way is taken. The loops below never end and are never
; entered: all functions return, and the targets return something else. (§3.5)

declare i1 @llvm.smax.i1(i1, i1)

define i1 @src1(i1 %x) {
entry:
  br i1 false, label %loop, label %end
loop:
  %i = phi i3 [ -3, %entry ], [ %i, %again ]
  %more = icmp ult i3 0, %i
  br i1 %more, label %again, label %end
again:
  br label %loop
end:
  ret i1 false
}
define i1 @tgt1(i1 %x) {
entry:
  %y = call i1 @llvm.smax.i1(i1 %x, i1 false)
  br i1 false, label %loop, label %end
loop:
  %i = phi i3 [ -3, %entry ], [ %i, %again ]
  %more = icmp ult i3 0, %i
  br i1 %more, label %again, label %end
again:
  br label %loop
end:
  ret i1 %y
}

define i32 @src2(i32 %x) {
entry:
  br i1 true, label %end, label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %i, %loop ]
  %zero = icmp eq i8 %i, 0
  br i1 %zero, label %end, label %loop
end:
  ret i32 0
}
define i32 @tgt2(i32 %x) {
entry:
  br i1 true, label %end, label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %i, %loop ]
  %zero = icmp eq i8 %i, 0
  br i1 %zero, label %end, label %loop
end:
  %y = and i32 %x, 0
  ret i32 %y
}

; The same with a switch on a constant, and a store instead of a result.
define void @src3(ptr %p, i32 %x) {
entry:
  switch i8 7, label %end [ i8 3, label %loop ]
loop:
  %i = phi i8 [ 1, %entry ], [ %i, %loop ]
  %zero = icmp eq i8 %i, 0
  br i1 %zero, label %end, label %loop
end:
  store i32 0, ptr %p
  ret void
}
define void @tgt3(ptr %p, i32 %x) {
entry:
  switch i8 7, label %end [ i8 3, label %loop ]
loop:
  %i = phi i8 [ 1, %entry ], [ %i, %loop ]
  %zero = icmp eq i8 %i, 0
  br i1 %zero, label %end, label %loop
end:
  %y = mul i32 %x, 0
  store i32 %y, ptr %p
  ret void
}

; Here the loop is entered, and everything behind it is the same or not reached: valid.
define i32 @src4(i32 %x) {
entry:
  br i1 false, label %end, label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %i, %loop ]
  %zero = icmp eq i8 %i, 0
  br i1 %zero, label %end, label %loop
end:
  ret i32 0
}
define i32 @tgt4(i32 %x) {
entry:
  br i1 false, label %end, label %loop
loop:
  %i = phi i8 [ 1, %entry ], [ %i, %loop ]
  %zero = icmp eq i8 %i, 0
  br i1 %zero, label %end, label %loop
end:
  %y = and i32 %x, 0
  ret i32 %y
}
