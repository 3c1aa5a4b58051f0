; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: the lanes of a vector are undef each for itself, bit by bit
define <2 x i8> @f(i8 %x) {
  %v = insertelement <2 x i8> <i8 -1, i8 -1>, i8 %x, i32 0
  %r = and <2 x i8> %v, <i8 15, i8 15>
  ret <2 x i8> %r
}
