; ERROR: 3:42: no such member
define ptr @f(ptr %p) {
  %y = getelementptr i32, ptr %p, i64 0, i64 1
  ret ptr %y
}
