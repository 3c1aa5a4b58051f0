; RUN: tollgate run %s --fn f --args 1,3
; RUN: tollgate run %s --fn f --args 3,3
; CLAUSE: icmp: pointers into one object compare as their offsets
target datalayout = "e"

@g = global [8 x i8] zeroinitializer

define i1 @f(i64 %i, i64 %j) {
  %p = getelementptr i8, ptr @g, i64 %i
  %q = getelementptr i8, ptr @g, i64 %j
  %r = icmp ult ptr %p, %q
  ret i1 %r
}
