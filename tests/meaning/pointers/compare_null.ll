; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn g2 --args null
; RUN: tollgate run %s --fn g2 --args &1
; CLAUSE: icmp: the address of an object is not null
target datalayout = "e"

@g = global i8 0

define i1 @f() {
  %p = alloca i8
  %a = icmp eq ptr %p, null
  %b = icmp eq ptr @g, null
  %r = or i1 %a, %b
  ret i1 %r
}

define i1 @g2(ptr %p) {
  %r = icmp eq ptr %p, null
  ret i1 %r
}
