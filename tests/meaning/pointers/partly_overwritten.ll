; RUN: tollgate run %s --fn f
; CLAUSE: load: a pointer of which a byte was overwritten is not that pointer any more
target datalayout = "e"

@g = global i32 3

define i1 @f() {
  %p = alloca ptr
  store ptr null, ptr %p
  store i8 1, ptr %p
  %a = load ptr, ptr %p
  %r = icmp eq ptr %a, null
  ret i1 %r
}
