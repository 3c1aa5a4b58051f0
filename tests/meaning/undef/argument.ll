; RUN: tollgate run %s --fn f --args undef --choices symbolic
; RUN: tollgate run %s --fn f --args 3 --choices symbolic
; CLAUSE: Undefined Values: an undef argument is not fixed by the call: the callee chooses at each of its uses
define i8 @callee(i8 %x) {
  %r = sub i8 %x, %x
  ret i8 %r
}

define i8 @f(i8 %x) {
  %r = call i8 @callee(i8 %x)
  ret i8 %r
}
