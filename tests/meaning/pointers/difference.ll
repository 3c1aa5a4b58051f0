; RUN: tollgate run %s --fn f --args 5
; CLAUSE: ptrtoint: the difference of two addresses of one object is their distance
target datalayout = "e"

@g = global [8 x i32] zeroinitializer

define i64 @f(i64 %i) {
  %p = getelementptr i32, ptr @g, i64 %i
  %a = ptrtoint ptr %p to i64
  %b = ptrtoint ptr @g to i64
  %r = sub i64 %a, %b
  ret i64 %r
}
