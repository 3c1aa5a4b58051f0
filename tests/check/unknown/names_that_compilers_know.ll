; RUN: tollgate check %s
; A function that compilers know by its name, and the interpreter does not, is no evidence. These pairs are right, or may be. (§11b.2)
@text = constant [3 x i32] [i32 65, i32 66, i32 0]
declare i64 @wcslen(ptr)
define i64 @src1() {
  %n = call i64 @wcslen(ptr @text)
  ret i64 %n
}
define i64 @tgt1() {
  ret i64 2
}
