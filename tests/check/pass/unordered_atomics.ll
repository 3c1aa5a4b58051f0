; RUN: tollgate check %s
; Unordered atomic accesses are no observations: what is undefined behind them is undefined before. (§11.17)
@g = global i32 0

define i32 @src1(i32 %x) {
  store atomic i32 1, ptr @g unordered, align 4
  %d = udiv i32 10, %x
  ret i32 %d
}
define i32 @tgt1(i32 %x) {
  %d = udiv i32 10, %x
  store atomic i32 1, ptr @g unordered, align 4
  ret i32 %d
}

define i32 @src2(i32 %x) {
  %v = load atomic i32, ptr @g unordered, align 4
  %a = mul i32 %v, 4
  ret i32 %a
}
define i32 @tgt2(i32 %x) {
  %v = load atomic i32, ptr @g unordered, align 4
  %a = shl i32 %v, 2
  ret i32 %a
}
