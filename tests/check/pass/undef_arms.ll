; RUN: tollgate check %s --no-refute
; An arm that is undef may be the other one if that is never poison, one that is poison always, and both where the value must be defined. (§2.4, §4.3)
define i8 @srcf(i1 noundef %c, i8 noundef %x) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i8 [ undef, %then ], [ %x, %entry ]
  ret i8 %p
}
define i8 @tgtf(i1 noundef %c, i8 noundef %x) {
  ret i8 %x
}
define i8 @srcg(i1 noundef %c, i8 %x) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi i8 [ poison, %then ], [ %x, %entry ]
  ret i8 %p
}
define i8 @tgtg(i1 noundef %c, i8 %x) {
  ret i8 %x
}
; undef arm of an address that is used where it was not chosen
define i8 @srch(i1 %c, ptr %x) {
entry:
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  %p = phi ptr [ undef, %then ], [ %x, %entry ]
  %v = load i8, ptr %p
  ret i8 %v
}
define i8 @tgth(i1 %c, ptr %x) {
  %v = load i8, ptr %x
  ret i8 %v
}
