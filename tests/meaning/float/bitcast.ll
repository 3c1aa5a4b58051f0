; RUN: tollgate run %s --fn f --args 1.0
; RUN: tollgate run %s --fn f --args -2.0
; CLAUSE: bitcast: keeps the bits
target datalayout = "e"

define i32 @f(float %a) {
  %r = bitcast float %a to i32
  ret i32 %r
}
