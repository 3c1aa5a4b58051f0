; RUN: tollgate run %s --fn f
; CLAUSE: getelementptr: with inbounds a negative step inside of the object is fine
target datalayout = "e"

@g = global [4 x i8] c"abcd"

define i8 @f() {
  %p = getelementptr inbounds i8, ptr @g, i64 4
  %q = getelementptr inbounds i8, ptr %p, i64 -1
  %r = load i8, ptr %q
  ret i8 %r
}
