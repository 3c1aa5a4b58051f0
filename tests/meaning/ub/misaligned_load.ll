; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 4
; RUN: tollgate run %s --fn h --args 1
; CLAUSE: load: an address that is not a multiple of the alignment is undefined behaviour
target datalayout = "e"

@g = global [8 x i8] zeroinitializer, align 8

define i32 @f(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  %r = load i32, ptr %p, align 4
  ret i32 %r
}

define i32 @h(i64 %i) {
  %p = getelementptr i8, ptr @g, i64 %i
  %s = load i32, ptr %p, align 1
  ret i32 %s
}
