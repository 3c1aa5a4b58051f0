; ERROR: 3:37: type mismatch
define { i32, i32 } @f({ i32, i32 } %v) {
  %y = insertvalue { i32, i32 } %v, i64 1, 0
  ret { i32, i32 } %y
}
