; ERROR: 4:45: constant index expected
%t = type { i32, i64 }
define ptr @f(ptr %p, i32 %i) {
  %y = getelementptr %t, ptr %p, i64 0, i32 %i
  ret ptr %y
}
