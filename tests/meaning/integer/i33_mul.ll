; RUN: tollgate run %s --fn f --args 65536,65536
; RUN: tollgate run %s --fn f --args 131072,65536
; RUN: tollgate run %s --fn f --args 3,-5
; CLAUSE: Integer Type: arithmetic of an i33 is modulo 2^33
define i33 @f(i33 %a, i33 %b) {
  %r = mul i33 %a, %b
  ret i33 %r
}
