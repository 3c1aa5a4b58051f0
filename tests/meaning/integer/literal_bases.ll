; RUN: tollgate run %s --fn u
; RUN: tollgate run %s --fn s
; CLAUSE: Simple Constants: a hexadecimal integer with s is extended from its highest set bit, one with u by zeros
define i16 @u() {
  ret i16 u0x0081
}

define i16 @s() {
  ret i16 s0x0081
}
