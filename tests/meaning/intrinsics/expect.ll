; RUN: tollgate run %s --fn f --args 3,4
; RUN: tollgate run %s --fn f --args poison,4
; CLAUSE: 'llvm.expect.*' Intrinsic: the result is the first operand, whatever is expected
define i8 @f(i8 %a, i8 %b) {
  %r = call i8 @llvm.expect.i8(i8 %a, i8 %b)
  ret i8 %r
}

declare i8 @llvm.expect.i8(i8, i8)
