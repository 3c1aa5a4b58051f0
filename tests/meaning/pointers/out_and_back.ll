; RUN: tollgate run %s --fn f
; CLAUSE: getelementptr: without inbounds a pointer may leave its object and come back
target datalayout = "e"

@g = global [4 x i8] c"abcd"

define i8 @f() {
  %p = getelementptr i8, ptr @g, i64 1000
  %q = getelementptr i8, ptr %p, i64 -998
  %r = load i8, ptr %q
  ret i8 %r
}
