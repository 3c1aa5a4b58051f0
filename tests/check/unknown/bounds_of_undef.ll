; RUN: tollgate check %s --no-refute
; A value that may be undef is not bounded by what bounds one of its outcomes. (§4.6)

define i32 @src1(i32 %x, i32 noundef %y) {
  %c = icmp ult i32 %y, 4
  br i1 %c, label %a, label %b
a:
  %z = sub i32 %x, %x
  %v = add i32 %z, %y
  %m = and i32 %v, 3
  ret i32 %m
b:
  ret i32 0
}
define i32 @tgt1(i32 %x, i32 noundef %y) {
  %c = icmp ult i32 %y, 4
  br i1 %c, label %a, label %b
a:
  %z = sub i32 %x, %x
  %v = add i32 %z, %y
  ret i32 %v
b:
  ret i32 0
}

define i32 @src2(i1 %k, i32 noundef %y) {
  %c = icmp ult i32 %y, 4
  br i1 %c, label %a, label %b
a:
  %v = select i1 %k, i32 undef, i32 %y
  %m = and i32 %v, 3
  ret i32 %m
b:
  ret i32 0
}
define i32 @tgt2(i1 %k, i32 noundef %y) {
  %c = icmp ult i32 %y, 4
  br i1 %c, label %a, label %b
a:
  %v = select i1 %k, i32 undef, i32 %y
  ret i32 %v
b:
  ret i32 0
}

define i32 @src3(i1 %k, i32 noundef %y) {
  %c = icmp ult i32 %y, 4
  br i1 %c, label %a, label %b
a:
  %v = select i1 %k, i32 undef, i32 %y
  %m = add i32 %v, 1
  ret i32 %m
b:
  ret i32 0
}
define i32 @tgt3(i1 %k, i32 noundef %y) {
  %c = icmp ult i32 %y, 4
  br i1 %c, label %a, label %b
a:
  %v = select i1 %k, i32 undef, i32 %y
  %m = add nuw i32 %v, 1
  ret i32 %m
b:
  ret i32 0
}
