; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn h
; CLAUSE: load: reading a stored pointer as an integer is a ptrtoint (§11.2 follows LLVM, not Alive2's poison)
target datalayout = "e"

@g = global i32 8

define i1 @f() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %i = load i64, ptr %p
  %j = ptrtoint ptr @g to i64
  %r = icmp eq i64 %i, %j
  ret i1 %r
}

define i32 @h() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %i = load i64, ptr %p
  %q = inttoptr i64 %i to ptr
  %r = load i32, ptr %q
  ret i32 %r
}
