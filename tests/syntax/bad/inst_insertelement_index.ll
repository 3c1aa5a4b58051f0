; ERROR: 3:41: integer expected
define <2 x i8> @f(<2 x i8> %v) {
  %x = insertelement <2 x i8> %v, i8 1, float 1.0
  ret <2 x i8> %x
}
