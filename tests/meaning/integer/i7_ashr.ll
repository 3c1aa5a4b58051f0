; RUN: tollgate run %s --fn f --args -64,3
; RUN: tollgate run %s --fn f --args 63,3
; CLAUSE: Integer Type: the sign bit of an i7 is bit 6
define i7 @f(i7 %a, i7 %b) {
  %r = ashr i7 %a, %b
  ret i7 %r
}
