; ERROR: 3:38: no such member
define i32 @f({ i32, i32 } %v) {
  %y = extractvalue { i32, i32 } %v, 2
  ret i32 %y
}
