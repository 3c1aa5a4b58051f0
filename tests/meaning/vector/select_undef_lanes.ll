; RUN: tollgate run %s --fn f --choices all
; CLAUSE: 'select' Instruction: each lane of an undef condition is a choice of its own
define i8 @f() {
  %v = select <2 x i1> undef, <2 x i8> <i8 1, i8 2>, <2 x i8> zeroinitializer
  %a = extractelement <2 x i8> %v, i32 0
  %b = extractelement <2 x i8> %v, i32 1
  %r = add i8 %a, %b
  ret i8 %r
}
