; ERROR: 4:17: type mismatch
define i32 @f() {
  br label %b
a: %y = add i32 %z, 1 ret i32 %y b: %z = add i64 1, 2 br label %a
}
