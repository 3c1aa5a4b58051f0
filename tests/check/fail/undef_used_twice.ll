; RUN: tollgate check %s
; An undef argument is another number at each use, and a frozen one is the same at all. (§12.1)
define i8 @src_doubled(i8 %x) {
  %doubled = shl i8 %x, 1
  ret i8 %doubled
}
define i8 @tgt_doubled(i8 %x) {
  %doubled = add i8 %x, %x
  ret i8 %doubled
}
define i1 @src_frozen(i8 %x) {
  %frozen = freeze i8 %x
  %same = icmp eq i8 %frozen, %frozen
  ret i1 %same
}
define i1 @tgt_frozen(i8 %x) {
  %one = freeze i8 %x
  %other = freeze i8 %x
  %same = icmp eq i8 %one, %other
  ret i1 %same
}
; A select does not look at the arm that it does not choose; `and` looks at both.
define i1 @src_select(i1 %a, i1 %b) {
  %both = select i1 %a, i1 %b, i1 false
  ret i1 %both
}
define i1 @tgt_select(i1 %a, i1 %b) {
  %both = and i1 %a, %b
  ret i1 %both
}
