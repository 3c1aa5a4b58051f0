; The mean of two numbers, as it is often written. The sum may overflow: then the result is poison, and `clamped`, which
; branches on it, has no defined behaviour.

define i32 @average(i32 %a, i32 %b) {
  %sum = add nsw i32 %a, %b
  %half = sdiv i32 %sum, 2
  ret i32 %half
}

define i32 @clamped(i32 %a, i32 %b) {
  %mean = call i32 @average(i32 %a, i32 %b)
  %big = icmp sgt i32 %mean, 100
  br i1 %big, label %high, label %low

high:
  ret i32 100

low:
  ret i32 %mean
}
