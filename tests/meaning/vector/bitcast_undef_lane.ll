; RUN: tollgate run %s --fn f --args <undef,5> --choices symbolic
; RUN: tollgate run %s --fn f --args <5,undef> --choices symbolic
; CLAUSE: 'bitcast .. to' Instruction: undef bits keep their places
target datalayout = "e"

define i8 @f(<2 x i4> %a) {
  %r = bitcast <2 x i4> %a to i8
  ret i8 %r
}
