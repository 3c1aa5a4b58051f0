; RUN: tollgate run %s --fn f --args 340282366920938463463374607431768211455,1
; RUN: tollgate run %s --fn f --args -1,1
; CLAUSE: Integer Type: a carry runs through all words of an i256
define i256 @f(i256 %a, i256 %b) {
  %r = add i256 %a, %b
  ret i256 %r
}
