; RUN: tollgate run %s --fn f --args 77
; CLAUSE: inttoptr: the integer that ptrtoint gave leads back to the object
target datalayout = "e"

define i32 @f(i32 %x) {
  %p = alloca i32
  store i32 %x, ptr %p
  %a = ptrtoint ptr %p to i64
  %q = inttoptr i64 %a to ptr
  %r = load i32, ptr %q
  ret i32 %r
}
