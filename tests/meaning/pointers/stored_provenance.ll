; RUN: tollgate run %s --fn f
; CLAUSE: store and load: a pointer read back is based on the same object
target datalayout = "e"

@g = global [4 x i8] c"abcd"

define i8 @f() {
  %p = alloca ptr
  %q = getelementptr i8, ptr @g, i64 3
  store ptr %q, ptr %p
  %a = load ptr, ptr %p
  %b = getelementptr i8, ptr %a, i64 -3
  %r = load i8, ptr %b
  ret i8 %r
}
