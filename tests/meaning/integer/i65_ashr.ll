; RUN: tollgate run %s --fn f --args -18446744073709551616,64
; RUN: tollgate run %s --fn f --args -18446744073709551616,1
; CLAUSE: Integer Type: ashr of an i65 copies bit 64
define i65 @f(i65 %a, i65 %b) {
  %r = ashr i65 %a, %b
  ret i65 %r
}
