; RUN: tollgate run %s --fn f --args false
; RUN: tollgate run %s --fn f --args true
; CLAUSE: !noundef: a load of undef or poison with it is undefined behaviour
target datalayout = "e"

define i32 @f(i1 %write) {
  %p = alloca i32
  br i1 %write, label %w, label %r
w:
  store i32 4, ptr %p
  br label %r
r:
  %x = load i32, ptr %p, align 4, !noundef !0
  ret i32 %x
}

!0 = !{}
