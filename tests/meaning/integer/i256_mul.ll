; RUN: tollgate run %s --fn f --args 340282366920938463463374607431768211456,-2
; RUN: tollgate run %s --fn f --args 340282366920938463463374607431768211455,340282366920938463463374607431768211455
; CLAUSE: Integer Type: the product of 256 bits
define i256 @f(i256 %a, i256 %b) {
  %r = mul i256 %a, %b
  ret i256 %r
}
