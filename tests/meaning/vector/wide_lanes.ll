; RUN: tollgate run %s --fn f --args <18446744073709551615,-1>,<1,1>
; CLAUSE: Vector Type: lanes may be wider than a word
define <2 x i65> @f(<2 x i65> %a, <2 x i65> %b) {
  %r = add <2 x i65> %a, %b
  ret <2 x i65> %r
}
