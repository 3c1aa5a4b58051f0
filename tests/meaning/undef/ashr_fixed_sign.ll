; RUN: tollgate run %s --fn f --args undef --choices symbolic
; CLAUSE: Undefined Values: ashr copies a fixed sign bit and moves the undef bits
define i8 @f(i8 %x) {
  %m = and i8 %x, 127
  %n = or i8 %m, -128
  %r = ashr i8 %n, 3
  ret i8 %r
}
