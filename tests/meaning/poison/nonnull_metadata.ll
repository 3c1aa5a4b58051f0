; RUN: tollgate run %s --fn f
; RUN: tollgate run %s --fn k
; CLAUSE: 'nonnull' Metadata: a loaded null is poison
@g = global ptr null
@h = global ptr @g

define ptr @f() {
  %r = load ptr, ptr @g, align 8, !nonnull !0
  ret ptr %r
}

define ptr @k() {
  %r = load ptr, ptr @h, align 8, !nonnull !0
  ret ptr %r
}

!0 = !{}
