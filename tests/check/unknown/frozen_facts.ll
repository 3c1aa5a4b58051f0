; RUN: tollgate check %s --no-refute
; What holds of a value that is not poison does not hold of what it is frozen to. (§4.6)
@A = global [4 x i32] zeroinitializer

; True to compare of frozen 0.
define i1 @src1(i32 %x) {
  ret i1 true
}
define i1 @tgt1(i32 %x) {
  %y = and i32 %x, 7
  %f = freeze i32 %y
  %c = icmp ult i32 %f, 8
  ret i1 %c
}

; True to compare of frozen 1.
define i1 @src2(i32 %x) {
  ret i1 true
}
define i1 @tgt2(i32 %x) {
  %y = or i32 %x, 1
  %f = freeze i32 %y
  %c = icmp ne i32 %f, 0
  ret i1 %c
}

; True to compare of frozen 2.
define i1 @src3(i32 range(i32 0, 10) %x) {
  ret i1 true
}
define i1 @tgt3(i32 range(i32 0, 10) %x) {
  %y = add i32 %x, 0
  %f = freeze i32 %y
  %c = icmp ult i32 %f, 10
  ret i1 %c
}

; True to compare of frozen 3.
define i1 @src4(i32 noundef %x) {
  ret i1 true
}
define i1 @tgt4(i32 noundef %x) {
  %y = lshr exact i32 %x, 1
  %f = freeze i32 %y
  %c = icmp ult i32 %f, -2147483648
  ret i1 %c
}

; True to compare of frozen 4.
define i1 @src5(i8 noundef %z) {
  ret i1 true
}
define i1 @tgt5(i8 noundef %z) {
  %y = zext nneg i8 %z to i32
  %f = freeze i32 %y
  %c = icmp ult i32 %f, 128
  ret i1 %c
}

; True to compare of frozen 6.
define i1 @src6(i32 noundef %x) {
  ret i1 true
}
define i1 @tgt6(i32 noundef %x) {
  %w = shl nuw i32 %x, 1
  %y = and i32 %w, 1
  %f = freeze i32 %y
  %c = icmp eq i32 %f, 0
  ret i1 %c
}

; True to compare of frozen 7.
define i1 @src7(i32 noundef %x) {
  ret i1 true
}
define i1 @tgt7(i32 noundef %x) {
  %w = add nuw i32 %x, 1
  %y = or i32 %w, 0
  %f = freeze i32 %y
  %c = icmp ne i32 %f, 0
  ret i1 %c
}

; True to compare of frozen 8.
define i1 @src8(i32 noundef %x, i32 noundef %k) {
  ret i1 true
}
define i1 @tgt8(i32 noundef %x, i32 noundef %k) {
  %w = shl i32 %x, %k
  %y = and i32 %w, 7
  %f = freeze i32 %y
  %c = icmp ult i32 %f, 8
  ret i1 %c
}

; Division by frozen or.
define i32 @src9(i32 %x) {
  ret i32 0
}
define i32 @tgt9(i32 %x) {
  %o = or i32 %x, 1
  %f = freeze i32 %o
  %q = udiv i32 1, %f
  ret i32 0
}

; Division by frozen nuw add.
define i32 @src10(i32 noundef %x) {
  ret i32 0
}
define i32 @tgt10(i32 noundef %x) {
  %o = add nuw i32 %x, 1
  %f = freeze i32 %o
  %q = udiv i32 1, %f
  ret i32 0
}

; Own array at frozen index.
define i32 @src11(i32 %x) {
  ret i32 0
}
define i32 @tgt11(i32 %x) {
  %a = alloca [4 x i32]
  %o = and i32 %x, 3
  %f = freeze i32 %o
  %p = getelementptr [4 x i32], ptr %a, i32 0, i32 %f
  store i32 1, ptr %p
  ret i32 0
}

; Global array at frozen index.
define i32 @src12(i32 %x) {
  ret i32 0
}
define i32 @tgt12(i32 %x) {
  %o = and i32 %x, 3
  %f = freeze i32 %o
  %p = getelementptr [4 x i32], ptr @A, i32 0, i32 %f
  %v = load i32, ptr %p
  ret i32 0
}

; Global array at unfrozen index.
define i32 @src13(i32 %x) {
  ret i32 0
}
define i32 @tgt13(i32 %x) {
  %o = and i32 %x, 3
  %p = getelementptr [4 x i32], ptr @A, i32 0, i32 %o
  %v = load i32, ptr %p
  ret i32 0
}

; Branch on frozen fact: unreachable arm.
define i32 @src14(i32 %x) {
  ret i32 0
}
define i32 @tgt14(i32 %x) {
  %o = and i32 %x, 3
  %f = freeze i32 %o
  %c = icmp ult i32 %f, 4
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  unreachable
}

; Switch on frozen with unreachable default.
define i32 @src15(i1 %x) {
  ret i32 0
}
define i32 @tgt15(i1 %x) {
  %o = zext i1 %x to i32
  %f = freeze i32 %o
  switch i32 %f, label %b [ i32 0, label %a
    i32 1, label %a ]
a:
  ret i32 0
b:
  unreachable
}

; Frozen i1 zext outside.
define i32 @src16(i32 range(i32 1, 10) %x) {
  ret i32 0
}
define i32 @tgt16(i32 range(i32 1, 10) %x) {
  %f = freeze i32 %x
  %q = udiv i32 1, %f
  ret i32 0
}

; Frozen nonnull.
define i32 @src17(ptr nonnull %x) {
  ret i32 0
}
define i32 @tgt17(ptr nonnull %x) {
  %f = freeze ptr %x
  %c = icmp eq ptr %f, null
  br i1 %c, label %a, label %b
b:
  ret i32 0
a:
  unreachable
}

; Frozen load with range.
define i32 @src18(ptr %p) {
  %v = load i32, ptr %p, !range !1
  ret i32 0
}
define i32 @tgt18(ptr %p) {
  %v = load i32, ptr %p, !range !1
  %f = freeze i32 %v
  %c = icmp ult i32 %f, 10
  br i1 %c, label %b, label %a
b:
  ret i32 0
a:
  unreachable
}

; Select of frozen and unfrozen.
define i32 @src19(i1 %c) {
  ret i32 0
}
define i32 @tgt19(i1 %c) {
  %f = freeze i1 %c
  %a = zext i1 %f to i32
  %b = zext i1 %c to i32
  %d = sub i32 %a, %b
  ret i32 %d
}

!1 = !{i32 0, i32 10}
