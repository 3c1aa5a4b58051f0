; ERROR: 3:22: type expected
define ptr @f(ptr %p) {
  %x = getelementptr nsw i8, ptr %p, i64 1
  ret ptr %x
}
