; RUN: tollgate run %s --fn f --args true --choices symbolic
; RUN: tollgate run %s --fn f --args false --choices symbolic
; CLAUSE: Undefined Values: a phi passes undef on, and each later use chooses again
define i8 @f(i1 %c) {
entry:
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %x = phi i8 [ undef, %then ], [ 9, %entry ]
  %r = xor i8 %x, %x
  ret i8 %r
}
