; RUN: tollgate run %s --fn f --args undef
; CLAUSE: undefined values: the bits of undef are undef as any type
target datalayout = "e"

define float @f(i32 %x) {
  %r = bitcast i32 %x to float
  ret float %r
}
