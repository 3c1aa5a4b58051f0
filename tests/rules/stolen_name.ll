; RUN: tollgate check %s --no-refute --rules %d/stolen_name.rules
; RUN: tollgate check %s --no-refute --rules %d/stolen_name.rules --without arith
; RUN: tollgate check %s --rules %d/stolen_name.rules --without arith
; A user's rule has the name of one that comes with Tollgate. Where that one is switched off there is no clash, and yet nothing is valid because of it.
define i32 @src(i32 %x) {
  %r = add i32 %x, 1
  ret i32 %r
}
define i32 @tgt(i32 %x) {
  ret i32 %x
}
