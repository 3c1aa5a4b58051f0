; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: the bits of undef are undef in every type
define float @f(i32 %a) {
  %r = bitcast i32 %a to float
  ret float %r
}
