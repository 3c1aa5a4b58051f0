; RUN: tollgate run %s --fn f
; CLAUSE: 'range' Metadata: together with !noundef a value outside of the range is undefined behaviour
@g = global i8 7

define i8 @f() {
  %r = load i8, ptr @g, align 1, !range !0, !noundef !1
  ret i8 %r
}

!0 = !{i8 0, i8 7}
!1 = !{}
