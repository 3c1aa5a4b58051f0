; RUN: tollgate check %s --no-refute
; `select b, a, false` is the decision `gamma(a, b, false)` as well as `gamma(b, a, false)`, and nobody branched on `a`. An operation on it is poison where `a` is and `b` holds, though the
; operation on both arms has an outcome: it must not be taken into the arms of `a`. All pairs are wrong. (§12.2)
define i8 @srcwidened(i8 %x, i1 %a) {
entry:
  switch i8 %x, label %join [ i8 3, label %three ]
three:
  br label %join
join:
  ret i8 7
}
define i8 @tgtwidened(i8 %x, i1 %a) {
entry:
  switch i8 %x, label %join [ i8 3, label %three ]
three:
  br label %join
join:
  %p = phi i1 [ %a, %three ], [ true, %entry ]
  %w = zext i1 %p to i8
  %m = or i8 %w, 7
  ret i8 %m
}
define void @srcstored(i1 %a, i1 noundef %b, ptr %p) {
  store i8 undef, ptr %p
  ret void
}
define void @tgtstored(i1 %a, i1 noundef %b, ptr %p) {
  %c = select i1 %b, i1 %a, i1 false
  %v = select i1 %c, i8 1, i8 2
  store i8 %v, ptr %p
  ret void
}
define i1 @srcstored_bit(i1 %a, i1 noundef %b, ptr %p) {
  store i1 undef, ptr %p
  ret i1 true
}
define i1 @tgtstored_bit(i1 %a, i1 noundef %b, ptr %p) {
  %c = select i1 %b, i1 %a, i1 false
  store i1 %c, ptr %p
  ret i1 true
}
define i8 @srcof_undef(i1 %a, i1 noundef %b, i8 noundef %x, i8 noundef %y) {
  %c = select i1 %b, i1 %a, i1 false
  %z = select i1 %c, i8 %x, i8 %y
  %d = sub i8 %z, %z
  ret i8 0
}
define i8 @tgtof_undef(i1 %a, i1 noundef %b, i8 noundef %x, i8 noundef %y) {
  %c = select i1 %b, i1 %a, i1 false
  %z = select i1 %c, i8 %x, i8 %y
  %d = sub i8 %z, %z
  ret i8 %d
}
define i8 @srcfreeze(i1 %a, i1 noundef %b, i8 noundef %x) {
  %f = freeze i1 %a
  %c = select i1 %b, i1 %f, i1 false
  %z = select i1 %c, i8 %x, i8 3
  ret i8 %z
}
define i8 @tgtfreeze(i1 %a, i1 noundef %b, i8 noundef %x) {
  %c = select i1 %b, i1 %a, i1 false
  %z = select i1 %c, i8 %x, i8 3
  ret i8 %z
}
define <2 x i8> @srclanes(<2 x i1> %a, <2 x i1> noundef %b, <2 x i8> %v) {
  ret <2 x i8> %v
}
define <2 x i8> @tgtlanes(<2 x i1> %a, <2 x i1> noundef %b, <2 x i8> %v) {
  %c = select <2 x i1> %b, <2 x i1> %a, <2 x i1> zeroinitializer
  %r = select <2 x i1> %c, <2 x i8> %v, <2 x i8> %v
  ret <2 x i8> %r
}
define i8 @srclane(<2 x i1> %a, i1 noundef %b, i8 %v) {
  ret i8 %v
}
define i8 @tgtlane(<2 x i1> %a, i1 noundef %b, i8 %v) {
  %e = extractelement <2 x i1> %a, i32 0
  %c = select i1 %b, i1 %e, i1 false
  %r = select i1 %c, i8 %v, i8 %v
  ret i8 %r
}
define i1 @srcicmp(i8 %x, i1 noundef %b) {
  ret i1 true
}
define i1 @tgticmp(i8 %x, i1 noundef %b) {
  %l = icmp ult i8 %x, 5
  %p = select i1 %b, i1 %l, i1 false
  %n = xor i1 %p, true
  %r = or i1 %p, %n
  ret i1 %r
}
define void @srcpassed(i1 %a, i1 noundef %b, i8 noundef %x, i8 noundef %y) {
  call void @take(i8 undef)
  ret void
}
define void @tgtpassed(i1 %a, i1 noundef %b, i8 noundef %x, i8 noundef %y) {
  %c = select i1 %b, i1 true, i1 %a
  %z = select i1 %c, i8 %x, i8 %y
  call void @take(i8 %z)
  ret void
}
declare void @take(i8)
; A branch behind the place does not make the value defined at it.
define i8 @srcbehind(i1 %a, i1 noundef %b, i8 %v, i1 noundef %c) {
entry:
  call void @take(i8 %v)
  br i1 %c, label %t, label %e
t:
  br i1 %a, label %e, label %u
u:
  br label %e
e:
  ret i8 %v
}
define i8 @tgtbehind(i1 %a, i1 noundef %b, i8 %v, i1 noundef %c) {
entry:
  %d = select i1 %b, i1 %a, i1 false
  %r = select i1 %d, i8 %v, i8 %v
  call void @take(i8 %r)
  br i1 %c, label %t, label %e
t:
  br i1 %a, label %e, label %u
u:
  br label %e
e:
  ret i8 %v
}
