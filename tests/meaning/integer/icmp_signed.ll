; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -128,127
; RUN: tollgate run %s --fn f --args 127,128
; RUN: tollgate run %s --fn f --args -5,-5
; CLAUSE: 'icmp' Instruction: sgt, sge, slt, sle compare as signed
define <4 x i1> @f(i8 %a, i8 %b) {
  %sgt = icmp sgt i8 %a, %b
  %v0 = insertelement <4 x i1> poison, i1 %sgt, i32 0
  %sge = icmp sge i8 %a, %b
  %v1 = insertelement <4 x i1> %v0, i1 %sge, i32 1
  %slt = icmp slt i8 %a, %b
  %v2 = insertelement <4 x i1> %v1, i1 %slt, i32 2
  %sle = icmp sle i8 %a, %b
  %v3 = insertelement <4 x i1> %v2, i1 %sle, i32 3
  ret <4 x i1> %v3
}
