; RUN: tollgate run %s --fn f --args -170141183460469231731687303715884105728,-1
; RUN: tollgate run %s --fn f --args -170141183460469231731687303715884105728,2
; CLAUSE: 'sdiv' Instruction: the overflow of a wide division is undefined behaviour as well
define i128 @f(i128 %a, i128 %b) {
  %q = sdiv i128 %a, %b
  ret i128 %q
}
