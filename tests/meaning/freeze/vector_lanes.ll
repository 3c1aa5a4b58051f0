; RUN: tollgate run %s --fn f --args <true,poison> --choices all
; CLAUSE: freeze: of a vector it chooses only for the lanes that are poison or undef
target datalayout = "e"

define <2 x i1> @f(<2 x i1> %x) {
  %r = freeze <2 x i1> %x
  ret <2 x i1> %r
}
