; RUN: tollgate run %s --fn f --args true,false
; RUN: tollgate run %s --fn f --args false,true
; CLAUSE: 'icmp' Instruction: a true i1 is 1 when unsigned and -1 when signed
define <4 x i1> @f(i1 %a, i1 %b) {
  %ult = icmp ult i1 %a, %b
  %v0 = insertelement <4 x i1> poison, i1 %ult, i32 0
  %slt = icmp slt i1 %a, %b
  %v1 = insertelement <4 x i1> %v0, i1 %slt, i32 1
  %ugt = icmp ugt i1 %a, %b
  %v2 = insertelement <4 x i1> %v1, i1 %ugt, i32 2
  %sgt = icmp sgt i1 %a, %b
  %v3 = insertelement <4 x i1> %v2, i1 %sgt, i32 3
  ret <4 x i1> %v3
}
