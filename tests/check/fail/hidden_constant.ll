; RUN: tollgate check %s
; Wrong for one argument of four billion. The number stands in the code, and so it is tried. (§9.1)
define i32 @src(i32 noundef %x) {
  %doubled = shl i32 %x, 1
  ret i32 %doubled
}
define i32 @tgt(i32 noundef %x) {
entry:
  %secret = icmp eq i32 %x, 305419896
  br i1 %secret, label %other, label %same
other:
  ret i32 0
same:
  %doubled = shl i32 %x, 1
  ret i32 %doubled
}
