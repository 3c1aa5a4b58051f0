; RUN: tollgate check %s --no-refute
; What an inner counter begins with changes with the outer one: a shift of it loses bits in the second iteration, so that `exact` is wrong. (§4.5, §5.9)
declare i32 @llvm.umax.i32(i32, i32)
define i32 @src(i32 noundef %n, i32 noundef %m) mustprogress {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %s = phi i32 [ 0, %entry ], [ %s2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j2, %inner ]
  %k = phi i32 [ 0, %outer ], [ %k2, %inner ]
  %h = lshr i32 %j, 1
  %j2 = call i32 @llvm.umax.i32(i32 %j, i32 %h)
  %k2 = add i32 %k, 1
  %c = icmp ult i32 %k2, %m
  br i1 %c, label %inner, label %latch
latch:
  %s2 = add i32 %s, %h
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, %n
  br i1 %d, label %outer, label %exit
exit:
  ret i32 %s2
}
define i32 @tgt(i32 noundef %n, i32 noundef %m) mustprogress {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %s = phi i32 [ 0, %entry ], [ %s2, %latch ]
  br label %inner
inner:
  %j = phi i32 [ %i, %outer ], [ %j2, %inner ]
  %k = phi i32 [ 0, %outer ], [ %k2, %inner ]
  %h = lshr exact i32 %j, 1
  %j2 = call i32 @llvm.umax.i32(i32 %j, i32 %h)
  %k2 = add i32 %k, 1
  %c = icmp ult i32 %k2, %m
  br i1 %c, label %inner, label %latch
latch:
  %s2 = add i32 %s, %h
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, %n
  br i1 %d, label %outer, label %exit
exit:
  ret i32 %s2
}
