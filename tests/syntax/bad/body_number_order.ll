; ERROR: 4:3: number too small
define i32 @f() {
  %3 = add i32 1, 2
  %2 = add i32 3, 4
  ret i32 %2
}
