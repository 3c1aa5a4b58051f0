; RUN: tollgate check %s --no-refute
; No clause says what becomes of what is passed in memory that the caller has made for it. (§7.2)
define i32 @src3() {
  %a = alloca inalloca i32
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @tgt3() {
  ret i32 1
}

define i32 @src4() {
  %a = alloca i32
  store i32 1, ptr %a
  %v = load i32, ptr %a
  ret i32 %v
}

define i32 @tgt4() {
  ret i32 1
}
