; RUN: tollgate check %s --no-refute
; `samesign` makes a comparison poison where the signs differ. That another comparison of the same number decides the predicate does not make
; it defined: src1 to src4 are wrong, because the target is poison, or branches on it, where %x is 0. In the others the number has the sign that is promised. (§12.3)

define i1 @src1(i2 noundef %x) {
  ret i1 true
}
define i1 @tgt1(i2 noundef %x) {
entry:
  %below = icmp samesign ult i2 %x, -1
  %zero = icmp eq i2 %x, 0
  br i1 %zero, label %then, label %end
then:
  br label %end
end:
  %r = phi i1 [ true, %entry ], [ %below, %then ]
  ret i1 %r
}

define i32 @src2(i8 noundef %x) {
  ret i32 1
}
define i32 @tgt2(i8 noundef %x) {
entry:
  %other = icmp samesign ne i8 %x, -1
  %low = icmp ult i8 %x, 10
  br i1 %low, label %then, label %end
then:
  br i1 %other, label %end, label %never
never:
  br label %end
end:
  ret i32 1
}

define i32 @src3(i8 noundef %x) {
entry:
  switch i8 %x, label %end [ i8 0, label %zero
                             i8 1, label %one ]
zero:
  br label %end
one:
  br label %end
end:
  %r = phi i32 [ 1, %zero ], [ 1, %one ], [ 0, %entry ]
  ret i32 %r
}
define i32 @tgt3(i8 noundef %x) {
entry:
  %minus = icmp samesign eq i8 %x, -1
  switch i8 %x, label %end [ i8 0, label %zero
                             i8 1, label %one ]
zero:
  br i1 %minus, label %one, label %end
one:
  br label %end
end:
  %r = phi i32 [ 1, %zero ], [ 1, %one ], [ 0, %entry ]
  ret i32 %r
}

define i1 @src4(i8 noundef %x, i1 noundef %c) {
entry:
  %low = icmp ult i8 %x, 10
  br i1 %low, label %then, label %end
then:
  br label %end
end:
  %r = phi i1 [ %c, %entry ], [ false, %then ]
  ret i1 %r
}
define i1 @tgt4(i8 noundef %x, i1 noundef %c) {
entry:
  %low = icmp ult i8 %x, 10
  %high = icmp samesign ugt i8 %x, 200
  br i1 %low, label %then, label %end
then:
  br label %end
end:
  %r = phi i1 [ %c, %entry ], [ %high, %then ]
  ret i1 %r
}

define i1 @src5(i8 noundef %x) {
  ret i1 true
}
define i1 @tgt5(i8 noundef %x) {
entry:
  %below = icmp samesign ult i8 %x, 20
  %low = icmp ult i8 %x, 10
  br i1 %low, label %then, label %end
then:
  br label %end
end:
  %r = phi i1 [ true, %entry ], [ %below, %then ]
  ret i1 %r
}

define i1 @src6(i8 noundef %x) {
  ret i1 true
}
define i1 @tgt6(i8 noundef %x) {
entry:
  %below = icmp ult i8 %x, -1
  %low = icmp ult i8 %x, 10
  br i1 %low, label %then, label %end
then:
  br label %end
end:
  %r = phi i1 [ true, %entry ], [ %below, %then ]
  ret i1 %r
}
