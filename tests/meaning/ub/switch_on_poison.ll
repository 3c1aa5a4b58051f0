; RUN: tollgate run %s --fn f --args poison
; RUN: tollgate run %s --fn f --args 1
; RUN: tollgate run %s --fn f --args 0
; CLAUSE: 'switch' Instruction: a poison value is undefined behaviour
define i32 @f(i8 %x) {
  switch i8 %x, label %other [
    i8 1, label %one
  ]

one:
  ret i32 1

other:
  ret i32 2
}
