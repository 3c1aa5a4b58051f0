; RUN: tollgate run %s --fn f --args <6,6>,<3,0>
; RUN: tollgate run %s --fn f --args <6,6>,<3,2>
; RUN: tollgate run %s --fn f --args <6,6>,<3,poison>
; CLAUSE: udiv: one lane with a zero divisor makes the whole division undefined behaviour
target datalayout = "e"

define i8 @f(<2 x i8> %a, <2 x i8> %b) {
  %q = udiv <2 x i8> %a, %b
  %r = extractelement <2 x i8> %q, i32 0
  ret i8 %r
}
