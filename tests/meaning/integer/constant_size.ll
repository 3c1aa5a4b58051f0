; RUN: tollgate run %s --fn f
; CLAUSE: Constant Expressions: the address of element 1 of an array at null is the size of an element
target datalayout = "e-p:64:64-i64:64"

define i64 @f() {
  ret i64 ptrtoint (ptr getelementptr ({ i8, i64 }, ptr null, i32 1) to i64)
}
