; RUN: tollgate check %s --no-refute
; What is poison, and a constant without its flags, is no refinement of what the source has of that
; constant otherwise. Where %v is 1 the source is undef, and the target poison. (§4.3, §4.4)

define i1 @src(i2 noundef %v) {
entry:
  %poison = add nsw i1 true, true
  %is_zero = icmp eq i2 %v, 0
  br i1 %is_zero, label %join, label %other
other:
  br label %join
join:
  %r = phi i1 [ undef, %other ], [ %poison, %entry ]
  ret i1 %r
}
define i1 @tgt(i2 noundef %v) {
  %poison = add nsw i1 true, true
  %is_negative = icmp slt i2 %v, 0
  %r = select i1 %is_negative, i1 undef, i1 %poison
  ret i1 %r
}

; What is generalised to a constant need not be what the source has where it has that constant.
declare void @use(i8) nounwind willreturn
define i8 @src1() {
  %a = add nsw i8 127, 1
  call void @use(i8 %a)
  ret i8 -128
}
define i8 @tgt1() {
  %a = add nsw i8 127, 1
  call void @use(i8 %a)
  ret i8 %a
}
