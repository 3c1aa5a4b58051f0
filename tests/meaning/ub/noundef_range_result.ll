; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 9
; CLAUSE: Parameter Attributes: a result outside of range is undefined behaviour together with noundef
define noundef range(i32 0, 10) i32 @f(i32 %x) {
  ret i32 %x
}
