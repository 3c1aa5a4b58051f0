; RUN: tollgate run %s --fn f --args 63,1
; RUN: tollgate run %s --fn f --args -64,-1
; CLAUSE: Integer Type: arithmetic of an i7 is modulo 128
define i7 @f(i7 %a, i7 %b) {
  %r = add i7 %a, %b
  ret i7 %r
}
