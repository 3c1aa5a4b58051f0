; RUN: tollgate check %s
; How aligned a stack slot is beyond what it asks for is the source's choice: an access that needs more is undefined for some. These pairs are right, or may be. (§1.2)
define i32 @src1(i1 noundef %c) {
  %m = alloca [16 x i8], align 1
  store i32 5, ptr %m, align 4
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 1
}
define i32 @tgt1(i1 noundef %c) {
  ret i32 7
}
