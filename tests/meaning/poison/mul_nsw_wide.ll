; RUN: tollgate run %s --fn f --args 18446744073709551616,9223372036854775808
; RUN: tollgate run %s --fn f --args 18446744073709551616,4611686018427387904
; RUN: tollgate run %s --fn f --args 18446744073709551616,-9223372036854775808
; CLAUSE: 'mul' Instruction: wraps are found at widths beyond 64 bits as well
define i128 @f(i128 %a, i128 %b) {
  %r = mul nsw i128 %a, %b
  ret i128 %r
}
