; RUN: tollgate check %s
; How aligned a stack slot is beyond what it asks for is the source's choice: an access that needs more is undefined for some. These pairs are wrong. (§1.2)
define i32 @src2(i1 noundef %c) {
  %m = alloca [16 x i8], align 4
  store i32 5, ptr %m, align 4
  br i1 %c, label %a, label %b
a:
  ret i32 0
b:
  ret i32 1
}
define i32 @tgt2(i1 noundef %c) {
  ret i32 7
}
define i32 @src3() {
  %m = alloca [16 x i8], align 8
  %p = getelementptr i8, ptr %m, i64 8
  store i32 5, ptr %p, align 8
  %r = load i32, ptr %p, align 8
  ret i32 %r
}
define i32 @tgt3() {
  ret i32 7
}
