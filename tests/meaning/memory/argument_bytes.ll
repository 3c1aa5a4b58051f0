; RUN: tollgate run %s --fn f --args &4
; RUN: tollgate run %s --fn g --args '&[01 02]'
; RUN: tollgate run %s --fn g --args '&[01 ??]'
; RUN: tollgate run %s --fn g --args '&[01 pp]'
; CLAUSE: load: memory of the caller is what the caller made it
target datalayout = "e"

define i32 @f(ptr %p) {
  %r = load i32, ptr %p, align 1
  ret i32 %r
}

define i8 @g(ptr %p) {
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}
