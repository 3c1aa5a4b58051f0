; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: xor with a constant flips the fixed bits and leaves the undef ones undef
define i8 @f(i8 %x) {
  %m = and i8 %x, 3
  %r = xor i8 %m, 6
  ret i8 %r
}
