; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn g --args poison
; RUN: tollgate run %s --fn h --args poison
; CLAUSE: poison values: every cast of poison is poison
target datalayout = "e"

define i8 @f(i16 %a) {
  %r = trunc i16 %a to i8
  ret i8 %r
}

define i32 @g(i16 %a) {
  %r = sext i16 %a to i32
  ret i32 %r
}

define half @h(i16 %a) {
  %r = bitcast i16 %a to half
  ret half %r
}
