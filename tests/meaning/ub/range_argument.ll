; RUN: tollgate run %s --fn f --args 10
; RUN: tollgate run %s --fn f --args 9
; RUN: tollgate run %s --fn g --args -1
; RUN: tollgate run %s --fn g --args 0
; CLAUSE: parameter attributes: range gives poison outside of it, and undefined behaviour together with noundef
target datalayout = "e"

define i32 @loose(i32 range(i32 0, 10) %x) {
  ret i32 %x
}

define i32 @strict(i32 noundef range(i32 0, 10) %x) {
  ret i32 %x
}

define i32 @f(i32 %x) {
  %r = call i32 @loose(i32 %x)
  ret i32 %r
}

define i32 @g(i32 %x) {
  %s = call i32 @strict(i32 %x)
  ret i32 %s
}
