; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g
; CLAUSE: icmp: different globals have different addresses
target datalayout = "e"

@a = global i32 0
@b = global i32 0

define i1 @f() {
  %r = icmp eq ptr @a, @b
  ret i1 %r
}

define i1 @g() {
  %r = icmp eq ptr @f, @g
  ret i1 %r
}
