; RUN: tollgate run %s --fn f --args 2147483647
; CLAUSE: Poison Values: poison that nothing depends on does no harm
define i32 @f(i32 %a) {
  %p = add nsw i32 %a, 1
  %q = icmp slt i32 %p, 0
  %s = select i1 %q, i32 1, i32 2
  ret i32 7
}
