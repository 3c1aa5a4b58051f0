; RUN: tollgate run %s --fn f --args 2147483647
; RUN: tollgate run %s --fn f --args 5
; CLAUSE: Poison Values: poison that reaches a branch is undefined behaviour there, not where it came to be
define i32 @f(i32 %a) {
  %b = add nsw i32 %a, 1
  %c = icmp sgt i32 %b, %a
  br i1 %c, label %yes, label %no

yes:
  ret i32 1

no:
  ret i32 2
}
