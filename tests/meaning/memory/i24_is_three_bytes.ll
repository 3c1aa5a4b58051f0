; RUN: tollgate run %s --fn f
; CLAUSE: store: an i24 is three bytes, the fourth stays as it was
target datalayout = "e"

define i32 @f() {
  %p = alloca i32
  store i32 -1, ptr %p
  store i24 0, ptr %p, align 1
  %r = load i32, ptr %p
  ret i32 %r
}
