; ERROR: 3:27: pointer expected
define ptr @f(i64 %p) {
  %y = getelementptr i32, i64 %p, i64 0
  ret ptr %y
}
