; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: ptrtoint: to a narrower integer drops high bits, to a wider one adds zeros
target datalayout = "e"

define i8 @f() {
  %p = inttoptr i64 4660 to ptr
  %r = ptrtoint ptr %p to i8
  ret i8 %r
}

define i128 @g() {
  %p = inttoptr i64 -1 to ptr
  %r = ptrtoint ptr %p to i128
  ret i128 %r
}
