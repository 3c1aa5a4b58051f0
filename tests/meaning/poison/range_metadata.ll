; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn h
; CLAUSE: 'range' Metadata: a loaded value outside of all ranges is poison
@g = global i8 7

define i8 @f() {
  %r = load i8, ptr @g, align 1, !range !0
  ret i8 %r
}

define i8 @h() {
  %r = load i8, ptr @g, align 1, !range !1
  ret i8 %r
}

!0 = !{i8 0, i8 2, i8 5, i8 7}
!1 = !{i8 0, i8 2, i8 5, i8 8}
