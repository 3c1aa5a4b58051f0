; RUN: tollgate run %s --fn f --args 7
; CLAUSE: 'shufflevector' Instruction: a mask of zeros spreads lane 0
define <3 x i8> @f(i8 %x) {
  %v = insertelement <3 x i8> poison, i8 %x, i32 0
  %r = shufflevector <3 x i8> %v, <3 x i8> poison, <3 x i32> zeroinitializer
  ret <3 x i8> %r
}
