; RUN: tollgate check %s --no-refute
; RUN: tollgate check %s --no-refute --without shift
; RUN: tollgate check %s --no-refute --without shift --without arith
; RUN: tollgate check %s --no-refute --without nothing
; RUN: tollgate check %s --no-refute --without-rule negative-sub --without-rule sub-of-any-difference
; RUN: tollgate check %s --no-refute --without-rule negative-sub
; RUN: tollgate check %s --no-refute --without-rule nothing-of-the-kind
; A rule that is switched off proves nothing, and one that others make superfluous can be missed.
define i32 @src(i32 %x, i32 %y) {
  %d = sub i32 %x, %y
  %r = sub i32 0, %d
  ret i32 %r
}
define i32 @tgt(i32 %x, i32 %y) {
  %r = sub i32 %y, %x
  ret i32 %r
}
