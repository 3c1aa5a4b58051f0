; RUN: tollgate run %s --fn f --args 5,200
; CLAUSE: Integer Type: shl by more than one word
define i256 @f(i256 %a, i256 %b) {
  %r = shl i256 %a, %b
  ret i256 %r
}
