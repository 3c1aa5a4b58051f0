; RUN: tollgate run %s --fn f --args 1,64
; RUN: tollgate run %s --fn f --args 2,64
; RUN: tollgate run %s --fn f --args 3,63
; CLAUSE: Integer Type: shl moves bits across a 64-bit border
define i65 @f(i65 %a, i65 %b) {
  %r = shl i65 %a, %b
  ret i65 %r
}
