; RUN: tollgate check %s
; What `returned` does not say: another argument, another call, another result. (§1.1)
declare i32 @first(i32 returned, i32)
declare i32 @any(i32)

define i32 @src1(i32 %p, i32 %q) {
  %a = call i32 @first(i32 %p, i32 %q)
  ret i32 %a
}
define i32 @tgt1(i32 %p, i32 %q) {
  %a = call i32 @first(i32 %p, i32 %q)
  ret i32 %q
}

define i32 @src2(i32 %p) {
  %a = call i32 @any(i32 %p)
  ret i32 %a
}
define i32 @tgt2(i32 %p) {
  %a = call i32 @any(i32 %p)
  ret i32 %p
}

define i32 @src3(i32 %p) {
  %a = call i32 @any(i32 returned %p)
  %b = call i32 @any(i32 %a)
  ret i32 %b
}
define i32 @tgt3(i32 %p) {
  %a = call i32 @any(i32 returned %p)
  %b = call i32 @any(i32 %a)
  ret i32 %p
}
