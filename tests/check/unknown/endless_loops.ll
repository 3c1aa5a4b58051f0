; RUN: tollgate check %s --no-refute
; Loops of the target that may not end, and loops of the source that may not and are gone. (§2.7, §4.8)
@G = global i32 0

; Endless target loop: i ule 255.
define void @src1(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt1(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ule i8 %i2, 255
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step 2 ne 9.
define void @src2(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt2(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ne i8 %i2, 9
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step 2 ne n.
define void @src3(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt3(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ne i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: sle n.
define void @src4(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt4(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp sle i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: sle n with nsw.
define void @src5(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt5(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nsw i8 %i, 1
  %c = icmp sle i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step 2 slt n.
define void @src6(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt6(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp slt i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step 2 ult n.
define void @src7(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt7(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step 2 ult 255 even.
define void @src8(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt8(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ult i8 %i2, 255
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: down uge 0.
define void @src9(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt9(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = sub i8 %i, 1
  %c = icmp uge i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: down sge -128.
define void @src10(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt10(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = sub i8 %i, 1
  %c = icmp sge i8 %i2, -128
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: down step 2 ugt 0.
define void @src11(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt11(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = sub i8 %i, 2
  %c = icmp ugt i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: double ult n.
define void @src12(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt12(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 1, %entry ], [ %i2, %l ]
  %i2 = mul i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: threefold.
define void @src13(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt13(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = mul i8 %i, 3
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: ashr ne 0.
define void @src14(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt14(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = ashr i8 %i, 1
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step x.
define void @src15(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt15(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, %x
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: step x slt.
define void @src16(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt16(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nsw i8 %i, %x
  %c = icmp slt i8 %i2, 100
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: load.
define void @src17(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt17(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = load i8, ptr @G
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: invariant.
define void @src18(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt18(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ne i8 %n, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: udiv.
define void @src19(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt19(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = udiv i8 %i, 1
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: xor.
define void @src20(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt20(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = xor i8 %i, 1
  %c = icmp ne i8 %i2, %x
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: masked counter.
define void @src21(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt21(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %j = add i8 %i, 1
  %i2 = and i8 %j, 7
  %c = icmp ne i8 %i2, 9
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: counter compared through trunc.
define void @src22(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt22(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %t = trunc i8 %i2 to i4
  %c = icmp ule i4 %t, 15
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: counter compared through zext.
define void @src23(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt23(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %t = zext i8 %i2 to i16
  %c = icmp ult i16 %t, 256
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: counter compared with or.
define void @src24(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt24(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %t = or i8 %i2, 1
  %c = icmp ne i8 %t, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless target loop: nuw counter that wraps.
define void @src25(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
define void @tgt25(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 1
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}

; Endless source loop dropped: step 2 ne n.
define void @src26(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ne i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt26(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}

; Endless source loop dropped: sle n.
define void @src27(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp sle i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt27(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}

; Endless source loop dropped: step 2 ult n.
define void @src28(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt28(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}

; Endless source loop dropped: ashr ne 0.
define void @src29(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = ashr i8 %i, 1
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt29(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}

; Endless source loop dropped: double ult n.
define void @src30(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 1, %entry ], [ %i2, %l ]
  %i2 = mul i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt30(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}

; Endless source loop dropped: invariant.
define void @src31(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ne i8 %n, 0
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt31(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}

; Endless source loop dropped: load.
define void @src32(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = load i8, ptr %p
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret void
}
define void @tgt32(i8 noundef %n, i8 noundef %x, ptr noundef %p) {
  ret void
}
