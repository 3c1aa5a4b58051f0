; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -128,127
; CLAUSE: icmp: sgt, sge, slt, sle read the operands as signed
target datalayout = "e"

define <4 x i1> @f(i8 %a, i8 %b) {
  %gt = icmp sgt i8 %a, %b
  %ge = icmp sge i8 %a, %b
  %lt = icmp slt i8 %a, %b
  %le = icmp sle i8 %a, %b
  %1 = insertelement <4 x i1> poison, i1 %gt, i32 0
  %2 = insertelement <4 x i1> %1, i1 %ge, i32 1
  %3 = insertelement <4 x i1> %2, i1 %lt, i32 2
  %4 = insertelement <4 x i1> %3, i1 %le, i32 3
  ret <4 x i1> %4
}
