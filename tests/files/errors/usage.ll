; RUN: tollgate fmt
; RUN: tollgate fmt no-such-file.ll
; RUN: tollgate run %s --fn f --args 1,2
; RUN: tollgate run %s --fn f --args banana
; RUN: tollgate run %s
; RUN: tollgate nothing

define i32 @f(i32 %x) {
  ret i32 %x
}
