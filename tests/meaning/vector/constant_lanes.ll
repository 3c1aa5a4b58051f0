; RUN: tollgate run %s --fn f --choices symbolic
; RUN: tollgate run %s --fn g --choices symbolic
; CLAUSE: Complex Constants: a vector constant may have poison and undef lanes
define <3 x i8> @f() {
  ret <3 x i8> <i8 1, i8 poison, i8 undef>
}

define <2 x i8> @g() {
  ret <2 x i8> zeroinitializer
}
