; RUN: tollgate check %s --no-refute
; An operation on a decision between truth values is one on what is chosen where the condition is defined; and of the source always, which then is poison or undef. (§12.2)
define i8 @srca(i1 noundef %a, i1 noundef %b, i8 %v) {
  ret i8 %v
}
define i8 @tgta(i1 noundef %a, i1 noundef %b, i8 %v) {
  %c = select i1 %b, i1 %a, i1 false
  %r = select i1 %c, i8 %v, i8 %v
  ret i8 %r
}
; A truth value that was branched on.
define i8 @srcb(i1 %a, i1 noundef %b, i8 %v) {
entry:
  br i1 %a, label %t, label %e
t:
  br label %e
e:
  ret i8 %v
}
define i8 @tgtb(i1 %a, i1 noundef %b, i8 %v) {
  %f = freeze i1 %a
  %c = select i1 %b, i1 %f, i1 false
  %r = select i1 %c, i8 %v, i8 %v
  ret i8 %r
}
define i8 @srcb2(i1 %a, i1 noundef %b, i8 %v) {
entry:
  br i1 %a, label %t, label %e
t:
  br label %e
e:
  ret i8 %v
}
define i8 @tgtb2(i1 %a, i1 noundef %b, i8 %v) {
  %c = select i1 %b, i1 %a, i1 false
  %r = select i1 %c, i8 %v, i8 %v
  ret i8 %r
}
; the source may be poison where the target is not
define i8 @srcc(i1 %a, i1 noundef %b, i8 %v) {
  %c = select i1 %b, i1 %a, i1 false
  %r = select i1 %c, i8 %v, i8 %v
  ret i8 %r
}
define i8 @tgtc(i1 %a, i1 noundef %b, i8 %v) {
  ret i8 %v
}
define i1 @srcd(i8 %x, i1 %a) {
entry:
  switch i8 %x, label %join [ i8 3, label %three ]
three:
  br label %join
join:
  %p = phi i1 [ %a, %three ], [ true, %entry ]
  %r = or i1 %p, true
  ret i1 %r
}
define i1 @tgtd(i8 %x, i1 %a) {
entry:
  switch i8 %x, label %join [ i8 3, label %three ]
three:
  br label %join
join:
  ret i1 true
}
; pushed into the arm that control chose
define i8 @srce(i1 noundef %b, i1 %a) {
entry:
  br i1 %b, label %t, label %j
t:
  br label %j
j:
  %p = phi i1 [ %a, %t ], [ true, %entry ]
  %r = zext i1 %p to i8
  ret i8 %r
}
define i8 @tgte(i1 noundef %b, i1 %a) {
entry:
  br i1 %b, label %t, label %j
t:
  %z = zext i1 %a to i8
  br label %j
j:
  %p = phi i8 [ %z, %t ], [ 1, %entry ]
  ret i8 %p
}
define i8 @srce2(i1 noundef %b, i1 %a) {
entry:
  br i1 %b, label %t, label %j
t:
  %z = zext i1 %a to i8
  br label %j
j:
  %p = phi i8 [ %z, %t ], [ 1, %entry ]
  ret i8 %p
}
define i8 @tgte2(i1 noundef %b, i1 %a) {
entry:
  br i1 %b, label %t, label %j
t:
  br label %j
j:
  %p = phi i1 [ %a, %t ], [ true, %entry ]
  %r = zext i1 %p to i8
  ret i8 %r
}
define i8 @srce3(i8 %x, i1 %a) {
entry:
  %b = icmp ult i8 %x, 7
  br i1 %b, label %t, label %j
t:
  %z = zext i1 %a to i8
  br label %j
j:
  %p = phi i8 [ %z, %t ], [ 1, %entry ]
  ret i8 %p
}
define i8 @tgte3(i8 %x, i1 %a) {
entry:
  %b = icmp ult i8 %x, 7
  br i1 %b, label %t, label %j
t:
  br label %j
j:
  %p = phi i1 [ %a, %t ], [ true, %entry ]
  %r = zext i1 %p to i8
  ret i8 %r
}
