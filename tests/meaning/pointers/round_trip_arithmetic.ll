; RUN: tollgate run %s --fn f --args 2
; CLAUSE: inttoptr: arithmetic on an exposed address reaches the other bytes of the object
target datalayout = "e"

@g = global [4 x i8] c"abcd"

define i8 @f(i64 %i) {
  %a = ptrtoint ptr @g to i64
  %b = add i64 %a, %i
  %p = inttoptr i64 %b to ptr
  %r = load i8, ptr %p
  ret i8 %r
}
