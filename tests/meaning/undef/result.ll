; RUN: tollgate run %s --fn f --choices all
; CLAUSE: Undefined Values: an undef result is not fixed by the return: each use of the call's value chooses
define i1 @callee() {
  ret i1 undef
}

define i1 @f() {
  %c = call i1 @callee()
  %d = xor i1 %c, %c
  %r = freeze i1 %d
  ret i1 %r
}
