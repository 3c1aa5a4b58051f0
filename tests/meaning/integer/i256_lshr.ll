; RUN: tollgate run %s --fn f --args -1,250
; RUN: tollgate run %s --fn f --args -1,128
; CLAUSE: Integer Type: lshr by more than one word
define i256 @f(i256 %a, i256 %b) {
  %r = lshr i256 %a, %b
  ret i256 %r
}
