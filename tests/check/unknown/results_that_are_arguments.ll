; RUN: tollgate check %s
; A function returns the argument that is `returned`, whatever else the environment could answer: none of this is
; `invalid`. (§1.1)
declare i32 @same(i32 returned)
declare i8 @kept(i8 returned) nounwind willreturn memory(inaccessiblemem: write)
declare i32 @any(i32)

define i32 @src1(i32 %p) {
  %a = call i32 @same(i32 %p)
  %c = icmp eq i32 %a, %p
  %z = zext i1 %c to i32
  ret i32 %z
}
define i32 @tgt1(i32 %p) {
  %a = call i32 @same(i32 %p)
  ret i32 1
}

define i8 @src2(i8 %p) {
  %r = call i8 @kept(i8 %p)
  ret i8 %r
}
define i8 @tgt2(i8 %p) {
  %r = call i8 @kept(i8 %p)
  ret i8 %p
}

; At the call site.
define i32 @src3() {
  %a = call i32 @any(i32 returned 3)
  %b = call i32 @any(i32 returned 4)
  %r = add i32 %a, %b
  ret i32 %r
}
define i32 @tgt3() {
  %a = call i32 @any(i32 returned 3)
  %b = call i32 @any(i32 returned 4)
  ret i32 7
}
