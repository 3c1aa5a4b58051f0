; RUN: tollgate run %s --fn f --args 4294967296,1
; RUN: tollgate run %s --fn f --args 4294967295,4294967296
; CLAUSE: 'icmp' Instruction: the sign bit of an i33 is bit 32
define <2 x i1> @f(i33 %a, i33 %b) {
  %ult = icmp ult i33 %a, %b
  %v0 = insertelement <2 x i1> poison, i1 %ult, i32 0
  %slt = icmp slt i33 %a, %b
  %v1 = insertelement <2 x i1> %v0, i1 %slt, i32 1
  ret <2 x i1> %v1
}
