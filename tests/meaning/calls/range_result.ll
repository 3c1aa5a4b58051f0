; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn g --args 3
; CLAUSE: return attributes: range gives poison outside of it, and undefined behaviour with noundef
target datalayout = "e"

define range(i8 0, 10) i8 @f(i8 %x) {
  ret i8 %x
}

define noundef range(i8 0, 10) i8 @g(i8 %x) {
  ret i8 %x ; strict
}
