; RUN: tollgate run %s --fn f --args <poison,undef> --choices all
; RUN: tollgate run %s --fn f --args <true,poison> --choices all
; CLAUSE: 'freeze' Instruction: each lane of a vector is fixed by itself
define i8 @f(<2 x i1> %v) {
  %v.fixed = freeze <2 x i1> %v
  %a = extractelement <2 x i1> %v.fixed, i32 0
  %b = extractelement <2 x i1> %v.fixed, i32 1
  %a.8 = zext i1 %a to i8
  %b.8 = zext i1 %b to i8
  %b.2 = shl i8 %b.8, 1
  %r = or i8 %a.8, %b.2
  ret i8 %r
}
