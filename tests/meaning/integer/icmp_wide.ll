; RUN: tollgate run %s --fn f --args 18446744073709551616,18446744073709551615
; RUN: tollgate run %s --fn f --args -1,18446744073709551615
; RUN: tollgate run %s --fn f --args -18446744073709551616,-18446744073709551615
; CLAUSE: 'icmp' Instruction: wide integers are compared as a whole, the high bits first
define <3 x i1> @f(i128 %a, i128 %b) {
  %ult = icmp ult i128 %a, %b
  %v0 = insertelement <3 x i1> poison, i1 %ult, i32 0
  %slt = icmp slt i128 %a, %b
  %v1 = insertelement <3 x i1> %v0, i1 %slt, i32 1
  %eq = icmp eq i128 %a, %b
  %v2 = insertelement <3 x i1> %v1, i1 %eq, i32 2
  ret <3 x i1> %v2
}
