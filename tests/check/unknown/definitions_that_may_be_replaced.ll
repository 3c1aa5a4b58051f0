; RUN: tollgate check %s --no-refute
; With this flag the dynamic linker may replace what is not `dso_local`: its initialiser says nothing. Of the last two it does. (§6.2)
@replaceable = constant i32 5
@text = constant [3 x i8] c"ab\00"
@bound = dso_local constant i32 5
@local = internal constant i32 5
declare i64 @strlen(ptr)

define i32 @src1() {
  %v = load i32, ptr @replaceable
  ret i32 %v
}
define i32 @tgt1() {
  ret i32 5
}

define i64 @src2() {
  %n = call i64 @strlen(ptr @text)
  ret i64 %n
}
define i64 @tgt2() {
  ret i64 2
}

define i32 @src3() {
  %v = load i32, ptr @bound
  ret i32 %v
}
define i32 @tgt3() {
  ret i32 5
}

define i32 @src4() {
  %v = load i32, ptr @local
  ret i32 %v
}
define i32 @tgt4() {
  ret i32 5
}

!llvm.module.flags = !{!0}
!0 = !{i32 1, !"SemanticInterposition", i32 1}
