; RUN: tollgate run %s --fn f --args 0x3FF0000002000000
; CLAUSE: Fast-Math Flags: without contract a product is rounded before it is added
define double @f(i64 %bits) {
  %x = bitcast i64 %bits to double
  %m = fmul double %x, %x
  %r = fsub double %m, 0x3FF0000004000000
  ret double %r
}
