; RUN: tollgate run %s --fn f --args true,<poison,2>
; RUN: tollgate run %s --fn f --args false,<poison,2>
; CLAUSE: 'phi' Instruction: a vector with poison lanes passes as it is
define <2 x i8> @f(i1 %c, <2 x i8> %v) {
entry:
  br i1 %c, label %then, label %join

then:
  br label %join

join:
  %r = phi <2 x i8> [ %v, %then ], [ zeroinitializer, %entry ]
  ret <2 x i8> %r
}
