; RUN: tollgate run %s --fn f --args <undef,7>
; CLAUSE: undefined values: vector operations are undef lane by lane and bit by bit
target datalayout = "e"

define <2 x i8> @f(<2 x i8> %a) {
  %r = and <2 x i8> %a, <i8 15, i8 15>
  ret <2 x i8> %r
}
