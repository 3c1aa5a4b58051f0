; RUN: tollgate run %s --fn f --args -1,255
; RUN: tollgate run %s --fn f --args 1,2
; CLAUSE: 'icmp' Instruction: eq and ne compare the bits
define <2 x i1> @f(i8 %a, i8 %b) {
  %eq = icmp eq i8 %a, %b
  %v0 = insertelement <2 x i1> poison, i1 %eq, i32 0
  %ne = icmp ne i8 %a, %b
  %v1 = insertelement <2 x i1> %v0, i1 %ne, i32 1
  ret <2 x i1> %v1
}
