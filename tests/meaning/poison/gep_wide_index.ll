; RUN: tollgate run %s --fn f --args 18446744073709551618
; RUN: tollgate run %s --fn h --args 18446744073709551618
; RUN: tollgate run %s --fn h --args 3
; CLAUSE: 'getelementptr' Instruction: an index that is wider than an address is cut off, which with inbounds must not change it
target datalayout = "e-p:64:64"

@g = global [4 x i8] zeroinitializer

define ptr @f(i128 %i) {
  %r = getelementptr i8, ptr @g, i128 %i
  ret ptr %r
}

define ptr @h(i128 %i) {
  %r = getelementptr inbounds i8, ptr @g, i128 %i
  ret ptr %r
}
