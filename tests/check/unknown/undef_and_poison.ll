; RUN: tollgate check %s --no-refute
; What is less defined than in the source: undef used more often, a flag or freeze that is not the same, a logical operation that looks at both sides, a branch that the source does not make. (§12.1, §12.3)
declare i32 @llvm.fshl.i32(i32, i32, i32)
declare void @take(i32)

; Twice undef is even, undef and undef is not.
define i32 @src1(i32 %x) {
  %r = mul i32 %x, 2
  ret i32 %r
}
define i32 @tgt1(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}

; So is undef shifted.
define i32 @src2(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}
define i32 @tgt2(i32 %x) {
  %r = add i32 %x, %x
  ret i32 %r
}

; And undef 1 to undef.
define i32 @src3() {
  %r = and i32 undef, 1
  ret i32 %r
}
define i32 @tgt3() {
  ret i32 undef
}

; And undef 1 to 2.
define i32 @src4() {
  %r = and i32 undef, 1
  ret i32 %r
}
define i32 @tgt4() {
  ret i32 2
}

; Zero to xor x x.
define i32 @src5(i32 %x) {
  ret i32 0
}
define i32 @tgt5(i32 %x) {
  %r = xor i32 %x, %x
  ret i32 %r
}

; Zero to mul x 0 (poison x).
define i32 @src6(i32 %x) {
  ret i32 0
}
define i32 @tgt6(i32 %x) {
  %r = mul i32 %x, 0
  ret i32 %r
}

; One choice becomes two.
define i32 @src7(i32 %x) {
  %f = freeze i32 %x
  %r = sub i32 %f, %f
  ret i32 %r
}
define i32 @tgt7(i32 %x) {
  %f = freeze i32 %x
  %g = freeze i32 %x
  %r = sub i32 %f, %g
  ret i32 %r
}

; A choice becomes undef.
define i32 @src8() {
  %f = freeze i32 undef
  ret i32 %f
}
define i32 @tgt8() {
  ret i32 undef
}

; Freeze only some uses.
define i32 @src9(i32 %x) {
  %f = freeze i32 %x
  %a = and i32 %f, 1
  %b = and i32 %f, 2
  %r = or i32 %a, %b
  ret i32 %r
}
define i32 @tgt9(i32 %x) {
  %f = freeze i32 %x
  %a = and i32 %f, 1
  %b = and i32 %x, 2
  %r = or i32 %a, %b
  ret i32 %r
}

; Freeze pushed through nsw keeping flag.
define i32 @src10(i32 %x) {
  %a = add nsw i32 %x, 1
  %f = freeze i32 %a
  ret i32 %f
}
define i32 @tgt10(i32 %x) {
  %f = freeze i32 %x
  %a = add nsw i32 %f, 1
  ret i32 %a
}

; Logical and to and.
define i1 @src11(i1 %c, i1 %x) {
  %r = select i1 %c, i1 %x, i1 false
  ret i1 %r
}
define i1 @tgt11(i1 %c, i1 %x) {
  %r = and i1 %c, %x
  ret i1 %r
}

; Select with undef arm to other arm.
define i32 @src12(i1 %c, i32 %x) {
  %r = select i1 %c, i32 %x, i32 undef
  ret i32 %r
}
define i32 @tgt12(i1 %c, i32 %x) {
  ret i32 %x
}

; Phi with undef to other.
define i32 @src13(i1 noundef %c, i32 %x) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %r = phi i32 [ undef, %0 ], [ %x, %a ]
  ret i32 %r
}
define i32 @tgt13(i1 noundef %c, i32 %x) {
  ret i32 %x
}

; Commuted logical and.
define i1 @src14(i1 %c, i1 %x) {
  %r = select i1 %c, i1 %x, i1 false
  ret i1 %r
}
define i1 @tgt14(i1 %c, i1 %x) {
  %r = select i1 %x, i1 %c, i1 false
  ret i1 %r
}

; Undef lane to poison lane.
define <2 x i32> @src15() {
  ret <2 x i32> <i32 1, i32 undef>
}
define <2 x i32> @tgt15() {
  ret <2 x i32> <i32 1, i32 poison>
}

; Fact x==5 backwards under select.
define i32 @src16(i32 %x, i32 %y) {
  %c = icmp eq i32 %x, 5
  %r = select i1 %c, i32 5, i32 %y
  ret i32 %r
}
define i32 @tgt16(i32 %x, i32 %y) {
  %c = icmp eq i32 %x, 5
  %r = select i1 %c, i32 %x, i32 %y
  ret i32 %r
}

; Sub nsw INT_MIN to add nsw.
define i32 @src17(i32 %x) {
  %r = sub nsw i32 %x, -2147483648
  ret i32 %r
}
define i32 @tgt17(i32 %x) {
  %r = add nsw i32 %x, -2147483648
  ret i32 %r
}

; Sub nuw to add nuw.
define i32 @src18(i32 %x) {
  %r = sub nuw i32 %x, 3
  ret i32 %r
}
define i32 @tgt18(i32 %x) {
  %r = add nuw i32 %x, -3
  ret i32 %r
}

; Mul nsw INT_MIN to shl nsw.
define i32 @src19(i32 %x) {
  %r = mul nsw i32 %x, -2147483648
  ret i32 %r
}
define i32 @tgt19(i32 %x) {
  %r = shl nsw i32 %x, 31
  ret i32 %r
}

; Reassociate nsw.
define i32 @src20(i32 %a, i32 %b, i32 %c) {
  %x = add nsw i32 %a, %b
  %r = add nsw i32 %x, %c
  ret i32 %r
}
define i32 @tgt20(i32 %a, i32 %b, i32 %c) {
  %x = add nsw i32 %b, %c
  %r = add nsw i32 %a, %x
  ret i32 %r
}

; Mul nuw distributes with flags.
define i32 @src21(i32 %a, i32 %b) {
  %x = add i32 %a, %b
  %r = mul nuw i32 %x, 3
  ret i32 %r
}
define i32 @tgt21(i32 %a, i32 %b) {
  %x = mul nuw i32 %a, 3
  %y = mul nuw i32 %b, 3
  %r = add nuw i32 %x, %y
  ret i32 %r
}

; Udiv to lshr exact.
define i32 @src22(i32 %x) {
  %r = udiv i32 %x, 4
  ret i32 %r
}
define i32 @tgt22(i32 %x) {
  %r = lshr exact i32 %x, 2
  ret i32 %r
}

; Masked shift amount unmasked.
define i32 @src23(i32 %x, i32 %n) {
  %m = and i32 %n, 31
  %r = shl i32 %x, %m
  ret i32 %r
}
define i32 @tgt23(i32 %x, i32 %n) {
  %r = shl i32 %x, %n
  ret i32 %r
}

; A funnel shift takes its amount modulo the width.
define i32 @src24(i32 %x, i32 %n) {
  %r = call i32 @llvm.fshl.i32(i32 %x, i32 0, i32 %n)
  ret i32 %r
}
define i32 @tgt24(i32 %x, i32 %n) {
  %r = shl i32 %x, %n
  ret i32 %r
}

; Call argument undef to poison.
define void @src25() {
  call void @take(i32 undef)
  ret void
}
define void @tgt25() {
  call void @take(i32 poison)
  ret void
}

; Lane wise and of vector bool with poison.
define <2 x i1> @src26(<2 x i1> %c, <2 x i1> %x) {
  %r = select <2 x i1> %c, <2 x i1> %x, <2 x i1> zeroinitializer
  ret <2 x i1> %r
}
define <2 x i1> @tgt26(<2 x i1> %c, <2 x i1> %x) {
  %r = and <2 x i1> %c, %x
  ret <2 x i1> %r
}

; Branch with both ends equal.
define i32 @src27(i1 %c) {
  ret i32 0
}
define i32 @tgt27(i1 %c) {
  br i1 %c, label %a, label %a
a:
  ret i32 0
}

; Switch only default.
define i32 @src28(i32 %c) {
  ret i32 0
}
define i32 @tgt28(i32 %c) {
  switch i32 %c, label %a [ i32 3, label %a ]
a:
  ret i32 0
}

; Select cond both same arms.
define i32 @src29(i1 %c, i32 %x) {
  ret i32 %x
}
define i32 @tgt29(i1 %c, i32 %x) {
  %r = select i1 %c, i32 %x, i32 %x
  ret i32 %r
}

; Branch on icmp of possibly undef where source selects.
define i32 @src30(i32 %a) {
  %c = icmp eq i32 %a, 0
  %r = select i1 %c, i32 1, i32 2
  ret i32 %r
}
define i32 @tgt30(i32 %a) {
  %c = icmp eq i32 %a, 0
  br i1 %c, label %x, label %y
x:
  ret i32 1
y:
  ret i32 2
}

; The source asks about some bits only.
define i32 @src31(i32 %a) {
  %h = and i32 %a, -2
  %c = icmp eq i32 %h, 4
  br i1 %c, label %x, label %y
x:
  ret i32 1
y:
  ret i32 2
}
define i32 @tgt31(i32 %a) {
  switch i32 %a, label %y [ i32 4, label %x
    i32 5, label %x ]
x:
  ret i32 1
y:
  ret i32 2
}

; That some bits are defined does not say that all are.
define i32 @src32(i32 %a) {
  %h = and i32 %a, -2
  %c = icmp eq i32 %h, 4
  br i1 %c, label %x, label %y
x:
  %f = freeze i32 %a
  ret i32 %f
y:
  ret i32 2
}
define i32 @tgt32(i32 %a) {
  %h = and i32 %a, -2
  %c = icmp eq i32 %h, 4
  br i1 %c, label %x, label %y
x:
  ret i32 %a
y:
  ret i32 2
}

; Vector div lane zero.
define i32 @src33(<2 x i32> %a) {
  ret i32 0
}
define i32 @tgt33(<2 x i32> %a) {
  %q = udiv <2 x i32> %a, <i32 1, i32 0>
  ret i32 0
}

; Vector div lane undef.
define i32 @src34(<2 x i32> %a) {
  ret i32 0
}
define i32 @tgt34(<2 x i32> %a) {
  %q = udiv <2 x i32> %a, <i32 1, i32 undef>
  ret i32 0
}

; Vector sdiv lane -1.
define i32 @src35(<2 x i32> %a) {
  ret i32 0
}
define i32 @tgt35(<2 x i32> %a) {
  %q = sdiv <2 x i32> %a, <i32 1, i32 -1>
  ret i32 0
}

; Udiv in source, sdiv in target.
define i32 @src36(i32 %a, i32 %b) {
  %q = udiv i32 %a, %b
  ret i32 0
}
define i32 @tgt36(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 0
}

; Guard b != 0 but sdiv -1.
define i32 @src37(i32 noundef %a, i32 noundef %b) {
  %c = icmp eq i32 %b, 0
  br i1 %c, label %z, label %n
n:
  br label %z
z:
  ret i32 0
}
define i32 @tgt37(i32 noundef %a, i32 noundef %b) {
  %c = icmp eq i32 %b, 0
  br i1 %c, label %z, label %n
n:
  %q = sdiv i32 %a, %b
  br label %z
z:
  ret i32 0
}
