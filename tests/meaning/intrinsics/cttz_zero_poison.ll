; RUN: tollgate run %s --fn f --args 6
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'llvm.cttz.*' Intrinsic: with the flag zero gives poison
define i8 @f(i8 %a) {
  %r = call i8 @llvm.cttz.i8(i8 %a, i1 true)
  ret i8 %r
}

declare i8 @llvm.cttz.i8(i8, i1)
