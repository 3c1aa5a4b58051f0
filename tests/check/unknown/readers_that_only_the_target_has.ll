; RUN: tollgate check --fn g %s %s.after
; Who reads a local variable is the same whatever else is asked for: here the target's reader is a function that reads another variable in the source. (§11b.2)
@a = internal global i32 1
@b = internal global i32 1
define void @g(i32 %x) {
  store i32 %x, ptr @a
  ret void
}
define i32 @r() {
  %v = load i32, ptr @a
  ret i32 %v
}
define i32 @s() {
  %v = load i32, ptr @b
  ret i32 %v
}
