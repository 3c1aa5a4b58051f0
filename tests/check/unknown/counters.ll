; RUN: tollgate check %s --no-refute
; What a loop variable is known to be: not that it does not wrap, nor that it ends at the bound. (§12.3)
; Flag in loop: nuw, step 2 ult n.
define i8 @src1(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt1(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: nsw, step 2 slt n.
define i8 @src2(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp slt i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt2(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nsw i8 %i, 2
  %c = icmp slt i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: nuw, ne n.
define i8 @src3(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 5, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ne i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt3(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 5, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 1
  %c = icmp ne i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: nsw, ult n.
define i8 @src4(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt4(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nsw i8 %i, 1
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: nuw, slt n from x.
define i8 @src5(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ %x, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp slt i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt5(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ %x, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 1
  %c = icmp slt i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: nuw, down.
define i8 @src6(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = sub i8 %i, 1
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt6(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = sub nuw i8 %i, 1
  %c = icmp ne i8 %i2, 0
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: nuw ule n.
define i8 @src7(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ule i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt7(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 1
  %c = icmp ule i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: test on i before.
define i8 @src8(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt8(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 1
  %c = icmp ult i8 %i, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: the test is of the value before.
define i8 @src9(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ule i8 %i, 254
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt9(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add nuw i8 %i, 1
  %c = icmp ule i8 %i, 254
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Flag in loop: exact shift.
define i8 @src10(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = lshr i8 %i, 1
  %c = icmp ugt i8 %i2, 3
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt10(i8 noundef %n, i8 noundef %x) {
entry:
  br label %l
l:
  %i = phi i8 [ %n, %entry ], [ %i2, %l ]
  %i2 = lshr exact i8 %i, 1
  %c = icmp ugt i8 %i2, 3
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}

; Final value n, step 2.
define i8 @src11(i8 noundef %n, i8 noundef %x) mustprogress {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 2
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt11(i8 noundef %n, i8 noundef %x) mustprogress {
  ret i8 %n
}

; Final value n, slt.
define i8 @src12(i8 noundef %n, i8 noundef %x) mustprogress {
entry:
  br label %l
l:
  %i = phi i8 [ 0, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp slt i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt12(i8 noundef %n, i8 noundef %x) mustprogress {
  ret i8 %n
}

; Final value n, ult from x.
define i8 @src13(i8 noundef %n, i8 noundef %x) mustprogress {
entry:
  br label %l
l:
  %i = phi i8 [ %x, %entry ], [ %i2, %l ]
  %i2 = add i8 %i, 1
  %c = icmp ult i8 %i2, %n
  br i1 %c, label %l, label %e
e:
  ret i8 %i2
}
define i8 @tgt13(i8 noundef %n, i8 noundef %x) mustprogress {
  ret i8 %n
}
