; RUN: tollgate run %s --fn f --args 3 --trace

define i32 @f(i32 %x) {
  %y = call i32 @twice(i32 %x)
  %z = add i32 %y, 1
  ret i32 %z
}

define i32 @twice(i32 %x) {
  %r = shl i32 %x, 1
  ret i32 %r
}
