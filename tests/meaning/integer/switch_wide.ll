; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args -18446744073709551615
; RUN: tollgate run %s --fn f --args 18446744073709551615
; CLAUSE: 'switch' Instruction: all bits of a wide value are compared
define i8 @f(i65 %x) {
  switch i65 %x, label %other [
    i65 1, label %one
    i65 -18446744073709551615, label %high
  ]

one:
  ret i8 1

high:
  ret i8 2

other:
  ret i8 3
}
