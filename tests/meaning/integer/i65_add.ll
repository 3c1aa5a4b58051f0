; RUN: tollgate run %s --fn f --args 18446744073709551615,1
; RUN: tollgate run %s --fn f --args -1,1
; RUN: tollgate run %s --fn f --args -18446744073709551616,-1
; CLAUSE: Integer Type: a carry goes from bit 63 into bit 64 of an i65, and there wraps
define i65 @f(i65 %a, i65 %b) {
  %r = add i65 %a, %b
  ret i65 %r
}
