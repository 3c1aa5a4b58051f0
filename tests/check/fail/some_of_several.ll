; RUN: tollgate check %s %s.after
; RUN: tollgate check %s %s.after --fn right
; RUN: tollgate check %s %s.after -q
; One function of three is wrong: the exit status says so, and the others get their verdicts all the same.
define i32 @right(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define i32 @wrong(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
define i32 @renamed(i32 %x) {
  %y = mul i32 %x, 3
  ret i32 %y
}
