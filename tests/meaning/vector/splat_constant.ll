; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g --args <1,poison>
; CLAUSE: Complex Constants: splat repeats one value in every lane
define <3 x i8> @f() {
  ret <3 x i8> splat (i8 7)
}

define <2 x i8> @g(<2 x i8> %v) {
  %r = add <2 x i8> %v, splat (i8 1)
  ret <2 x i8> %r
}
