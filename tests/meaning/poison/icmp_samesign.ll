; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args 1,2
; RUN: tollgate run %s --fn f --args -1,-2
; CLAUSE: 'icmp' Instruction (LLVM 20 and later): with samesign operands of different signs give poison
define i1 @f(i8 %a, i8 %b) {
  %r = icmp samesign ult i8 %a, %b
  ret i1 %r
}
