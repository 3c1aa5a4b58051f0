; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 3
; CLAUSE: Parameter Attributes: returning poison or undef as a noundef result is undefined behaviour
define noundef i32 @f(i32 %x) {
  ret i32 %x
}
