; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args undef
; RUN: tollgate run %s --fn f --args 4
; CLAUSE: 'noundef' Metadata: loading undef or poison with it is undefined behaviour
define i32 @f(i32 %x) {
  %p = alloca i32, align 4
  store i32 %x, ptr %p, align 4
  %r = load i32, ptr %p, align 4, !noundef !0
  ret i32 %r
}

!0 = !{}
