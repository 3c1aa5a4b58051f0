; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 1,1
; RUN: tollgate run %s --fn f --args 127,128
; CLAUSE: 'icmp' Instruction: ugt, uge, ult, ule compare as unsigned
define <4 x i1> @f(i8 %a, i8 %b) {
  %ugt = icmp ugt i8 %a, %b
  %v0 = insertelement <4 x i1> poison, i1 %ugt, i32 0
  %uge = icmp uge i8 %a, %b
  %v1 = insertelement <4 x i1> %v0, i1 %uge, i32 1
  %ult = icmp ult i8 %a, %b
  %v2 = insertelement <4 x i1> %v1, i1 %ult, i32 2
  %ule = icmp ule i8 %a, %b
  %v3 = insertelement <4 x i1> %v2, i1 %ule, i32 3
  ret <4 x i1> %v3
}
