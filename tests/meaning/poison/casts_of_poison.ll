; RUN: tollgate run %s --fn trunc --args poison
; RUN: tollgate run %s --fn zext --args poison
; RUN: tollgate run %s --fn sext --args poison
; RUN: tollgate run %s --fn bitcast --args poison
; RUN: tollgate run %s --fn sitofp --args poison
; RUN: tollgate run %s --fn fptosi --args poison
; CLAUSE: Poison Values: every cast of poison is poison, also in the bits that a zext adds
define i8 @trunc(i16 %a) {
  %r = trunc i16 %a to i8
  ret i8 %r
}

define i32 @zext(i16 %a) {
  %r = zext i16 %a to i32
  ret i32 %r
}

define i32 @sext(i16 %a) {
  %r = sext i16 %a to i32
  ret i32 %r
}

define half @bitcast(i16 %a) {
  %r = bitcast i16 %a to half
  ret half %r
}

define double @sitofp(i16 %a) {
  %r = sitofp i16 %a to double
  ret double %r
}

define i8 @fptosi(float %a) {
  %r = fptosi float %a to i8
  ret i8 %r
}
