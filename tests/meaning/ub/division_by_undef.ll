; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn g --args undef
; CLAUSE: undefined values: undef as a divisor could be zero, so it is undefined behaviour
target datalayout = "e"

define i32 @f(i32 %b) {
  %q = urem i32 1, %b
  ret i32 %q
}

define i32 @g(i32 %b) {
  %d = or i32 %b, -2147483648
  %q = udiv i32 0, %d
  ret i32 %q
}
