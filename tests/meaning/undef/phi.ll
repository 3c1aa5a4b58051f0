; RUN: tollgate run %s --fn f --args true
; RUN: tollgate run %s --fn f --args false
; CLAUSE: undefined values: a phi carries undef on, and each later use chooses again
target datalayout = "e"

define i8 @f(i1 %c) {
  br i1 %c, label %a, label %b
a:
  br label %b
b:
  %x = phi i8 [ undef, %a ], [ 0, %0 ]
  %r = xor i8 %x, %x
  ret i8 %r
}
