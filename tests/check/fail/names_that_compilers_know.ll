; RUN: tollgate check %s
; A function that compilers know by its name, and the interpreter does not, is no evidence. These pairs are wrong.
@text = constant [3 x i32] [i32 65, i32 66, i32 0]
declare i64 @my_wcslen(ptr)
define i64 @src2() {
  %n = call i64 @my_wcslen(ptr @text)
  ret i64 %n
}
define i64 @tgt2() {
  ret i64 2
}
