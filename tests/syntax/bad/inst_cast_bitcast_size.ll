; ERROR: 3:8: invalid cast
define i64 @f(i32 %x) {
  %y = bitcast i32 %x to i64
  ret i64 %y
}
