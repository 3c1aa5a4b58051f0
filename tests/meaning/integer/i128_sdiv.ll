; RUN: tollgate run %s --fn f --args -100000000000000000000000000000,7
; CLAUSE: Integer Type: signed division of 128 bits rounds towards zero
define i128 @f(i128 %a, i128 %b) {
  %r = sdiv i128 %a, %b
  ret i128 %r
}
