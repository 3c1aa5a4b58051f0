; RUN: tollgate check %s --no-refute
; An arm that is undef is not the other arm, which may be poison where the source is undef. All pairs are wrong. (§2.4)
define i8 @srcundef_arm(i1 noundef %c, i8 %x) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i8 [ undef, %then ], [ %x, %entry ]
  ret i8 %p
}
define i8 @tgtundef_arm(i1 noundef %c, i8 %x) {
  ret i8 %x
}
define i8 @srcundef_arm_added(i1 noundef %c, i8 %x, i8 %y) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i8 [ undef, %then ], [ %x, %entry ]
  %q = add i8 %p, 1
  ret i8 %q
}
define i8 @tgtundef_arm_added(i1 noundef %c, i8 %x, i8 %y) {
  %q = add i8 %x, 1
  ret i8 %q
}
define void @srcundef_arm_stored(i1 noundef %c, i8 %x, ptr %s) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i8 [ undef, %then ], [ %x, %entry ]
  store i8 %p, ptr %s
  ret void
}
define void @tgtundef_arm_stored(i1 noundef %c, i8 %x, ptr %s) {
  store i8 %x, ptr %s
  ret void
}
define i8 @srcundef_of_switch(i8 noundef %c, i8 %x) {
entry:
  switch i8 %c, label %join [ i8 1, label %one
                              i8 2, label %two ]
one:
  br label %join
two:
  br label %join
join:
  %p = phi i8 [ undef, %one ], [ poison, %two ], [ %x, %entry ]
  ret i8 %p
}
define i8 @tgtundef_of_switch(i8 noundef %c, i8 %x) {
  ret i8 %x
}
define i8 @srcundef_flags(i1 noundef %c, i8 noundef %x) {
entry:
  %y = add nsw i8 %x, 1
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i8 [ undef, %then ], [ %y, %entry ]
  ret i8 %p
}
define i8 @tgtundef_flags(i1 noundef %c, i8 noundef %x) {
  %y = add nsw i8 %x, 1
  ret i8 %y
}
define i64 @srcundef_loop(i64 noundef %n, i64 %x, i1 noundef %c) {
entry:
  br i1 %c, label %then, label %pre
then:
  br label %pre
pre:
  %p = phi i64 [ undef, %then ], [ %x, %entry ]
  br label %h
h:
  %i = phi i64 [ 0, %pre ], [ %i1, %h ]
  %s = phi i64 [ %p, %pre ], [ %s1, %h ]
  %s1 = add i64 %s, %i
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %h, label %x1
x1:
  ret i64 %s1
}
define i64 @tgtundef_loop(i64 noundef %n, i64 %x, i1 noundef %c) {
entry:
  br label %h
h:
  %i = phi i64 [ 0, %entry ], [ %i1, %h ]
  %s = phi i64 [ %x, %entry ], [ %s1, %h ]
  %s1 = add i64 %s, %i
  %i1 = add i64 %i, 1
  %d = icmp ult i64 %i1, %n
  br i1 %d, label %h, label %x1
x1:
  ret i64 %s1
}
