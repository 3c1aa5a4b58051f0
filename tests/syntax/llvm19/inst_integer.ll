; Integer operators with every flag, on scalars and vectors.
define i32 @scalar(i32 %a, i32 %b) {
  %1 = add i32 %a, %b
  %2 = add nuw i32 %1, %b
  %3 = add nsw i32 %2, %b
  %4 = add nuw nsw i32 %3, %b
  %5 = add nsw nuw i32 %4, %b
  %6 = sub i32 %5, %b
  %7 = sub nuw nsw i32 %6, 1
  %8 = mul i32 %7, -3
  %9 = mul nuw nsw i32 %8, %8
  %10 = udiv i32 %9, %b
  %11 = udiv exact i32 %10, %b
  %12 = sdiv i32 %11, %b
  %13 = sdiv exact i32 %12, 4
  %14 = urem i32 %13, %b
  %15 = srem i32 %14, %b
  %16 = shl i32 %15, 3
  %17 = shl nuw i32 %16, %b
  %18 = shl nsw i32 %17, %b
  %19 = shl nuw nsw i32 %18, 1
  %20 = lshr i32 %19, %b
  %21 = lshr exact i32 %20, 1
  %22 = ashr i32 %21, %b
  %23 = ashr exact i32 %22, 1
  %24 = and i32 %23, 255
  %25 = or i32 %24, %b
  %26 = or disjoint i32 %25, 256
  %27 = xor i32 %26, -1
  ret i32 %27
}

define <4 x i8> @vector(<4 x i8> %a, <4 x i8> %b) {
  %x = add nuw <4 x i8> %a, <i8 1, i8 2, i8 undef, i8 poison>
  %y = or disjoint <4 x i8> %x, splat (i8 1)
  %z = sdiv exact <4 x i8> %y, %b
  %w = shl nuw nsw <4 x i8> %z, zeroinitializer
  ret <4 x i8> %w
}

define <vscale x 2 x i64> @scalable(<vscale x 2 x i64> %a) {
  %x = mul nsw <vscale x 2 x i64> %a, %a
  ret <vscale x 2 x i64> %x
}

define i1 @constants_on_both_sides() {
  %x = add i1 true, false
  %y = udiv i1 %x, 1
  %z = xor i1 undef, poison
  ret i1 %z
}
