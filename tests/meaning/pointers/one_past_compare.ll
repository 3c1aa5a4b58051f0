; RUN: tollgate run %s --fn f --args 3
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: icmp: one past the end of an object is greater than every address in it
target datalayout = "e"

@g = global [4 x i8] zeroinitializer

define i1 @f(i64 %i) {
  %e = getelementptr inbounds i8, ptr @g, i64 4
  %p = getelementptr inbounds i8, ptr @g, i64 %i
  %r = icmp ult ptr %p, %e
  ret i1 %r
}
