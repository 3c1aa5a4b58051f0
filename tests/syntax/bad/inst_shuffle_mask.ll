; ERROR: 3:60: mask must be constant
define <2 x i32> @f(<2 x i32> %v, <2 x i32> %m) {
  %y = shufflevector <2 x i32> %v, <2 x i32> %v, <2 x i32> %m
  ret <2 x i32> %y
}
