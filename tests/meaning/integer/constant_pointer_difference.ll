; RUN: tollgate run %s --fn f
; CLAUSE: Constant Expressions: the difference of two addresses in one object is known whatever the addresses are
target datalayout = "e-p:64:64"

@g = global [4 x i32] zeroinitializer

define i64 @f() {
  ret i64 sub (i64 ptrtoint (ptr getelementptr inbounds ([4 x i32], ptr @g, i64 0, i64 3) to i64), i64 ptrtoint (ptr @g to i64))
}
