; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn h
; CLAUSE: 'align' Metadata: a loaded address that is not so aligned is poison
target datalayout = "e-p:64:64"

@g = global [16 x i8] zeroinitializer, align 16
@p = global ptr getelementptr (i8, ptr @g, i64 4)

define ptr @f() {
  %r = load ptr, ptr @p, align 8, !align !0
  ret ptr %r
}

define ptr @h() {
  %r = load ptr, ptr @p, align 8, !align !1
  ret ptr %r
}

!0 = !{i64 8}
!1 = !{i64 4}
