; ERROR: 3:38: index expected
define i32 @f({ i32, i32 } %v) {
  %y = extractvalue { i32, i32 } %v, i32 0
  ret i32 %y
}
