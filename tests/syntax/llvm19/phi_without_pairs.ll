; A phi in a block that nothing leads to has no pairs.
define i32 @f(i32 %x) {
entry:
  ret i32 %x

dead:
  %p = phi i32
  %q = phi i32
  %s = add i32 %p, %q
  ret i32 %s
}
