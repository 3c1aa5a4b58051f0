; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn h
; CLAUSE: 'dereferenceable' Metadata: a loaded address of fewer bytes is undefined behaviour
target datalayout = "e-p:64:64"

@g = global [8 x i8] zeroinitializer
@p = global ptr getelementptr (i8, ptr @g, i64 4)

define i8 @f() {
  %r = load ptr, ptr @p, align 8, !dereferenceable !0
  ret i8 1
}

define i8 @h() {
  %r = load ptr, ptr @p, align 8, !dereferenceable !1
  ret i8 1
}

!0 = !{i64 5}
!1 = !{i64 4}
